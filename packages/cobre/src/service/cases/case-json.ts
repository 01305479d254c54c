import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { parseJsonBytes } from '../../case/read/json-text.js';
import type { Files } from '../files/files.js';
import { caseAccess } from './case-access.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A JSON file of a case as an object, null when the file is absent. */
export async function readCaseJson(files: Files, caseDirectory: string, name: string): Promise<JsonRecord | null> {
  const bytes = await caseAccess(files).read(`${caseDirectory}/${name}`);
  if (bytes === null) return null;
  const parsed = parseJsonBytes(bytes);
  if (!parsed.ok) throw unreadable(name, parsed.line, parsed.detail);
  if (!isObject(parsed.value)) throw unreadable(name, 1, 'The root must be an object.');
  return parsed.value;
}

export async function requireCaseJson(files: Files, caseDirectory: string, name: string): Promise<JsonRecord> {
  const found = await readCaseJson(files, caseDirectory, name);
  if (found !== null) return found;
  throw new Fault('MissingFile', `Required file ${name} is missing in '${caseDirectory}'`, {
    context: { file: name },
    suggestion: `Create ${name}, or check that this is the directory of a case.`,
  });
}

/** The list at a key of a registry file; a file that is absent has none. */
export function listAt(document: JsonRecord | null, key: string, file: string): readonly JsonRecord[] {
  if (document === null) return [];
  const list = document[key];
  if (!Array.isArray(list) || !list.every(isObject))
    throw unreadable(file, null, `'${key}' must be a list of objects.`);
  return list;
}

export function recordAt(document: JsonRecord | undefined, key: string): JsonRecord {
  const value = document?.[key];
  return isObject(value) ? value : {};
}

export function unreadable(file: string, line: number | null, detail: string): Fault<'ParseError'> {
  return new Fault('ParseError', line === null ? `${file}: ${detail}` : `${file}, line ${line}: ${detail}`, {
    context: { file, line, detail },
    suggestion: `Correct ${file}; cobre/validate lists everything that is wrong with a case.`,
  });
}
