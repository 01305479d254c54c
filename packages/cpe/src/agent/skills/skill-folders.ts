import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';

/** A skill that lies in a folder of the project or of the user. */
export interface FolderSkill {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
}

const MAIN_FILE = 'SKILL.md';
const MOST_BYTES = 256 * 1024;
const Head = z.object({ name: z.string().min(1).max(64), description: z.string().min(1) });

/** The skills below these folders, the first of a name before others. One that cannot be read is told and left out. */
export function skillsIn(folders: readonly string[], warn: (warning: string) => void): FolderSkill[] {
  const found = new Map<string, FolderSkill>();
  for (const folder of folders.flatMap(childrenOf)) {
    const skill = skillAt(folder, warn);
    if (skill !== undefined && !found.has(skill.name)) found.set(skill.name, skill);
  }
  return [...found.values()];
}

/** The text of a skill, or of another file in its folder; a link that leads out of it is none. */
export function readSkillFile({ name, folder }: FolderSkill, path: string = MAIN_FILE): string {
  const file = realPath(name, folder, path);
  if (!file.startsWith(realpathSync(folder) + sep)) throw noFile(name, path);
  try {
    const facts = statSync(file);
    if (!facts.isFile()) throw new Error('it is no file');
    if (facts.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw noFile(name, path, error as Error);
  }
}

/** Where it lies, with every link followed. */
function realPath(name: string, folder: string, path: string): string {
  const file = resolve(folder, path);
  // What lies elsewhere is not even looked for.
  if (!file.startsWith(resolve(folder) + sep)) throw noFile(name, path);
  try {
    return realpathSync(file);
  } catch (error) {
    throw noFile(name, path, error as Error);
  }
}

function childrenOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isFile());
    return entries.map(({ name }) => join(folder, name)).sort();
  } catch {
    return []; // Most people have no such folder.
  }
}

function skillAt(folder: string, warn: (warning: string) => void): FolderSkill | undefined {
  const path = join(folder, MAIN_FILE);
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isThere) return undefined;
  try {
    const text = readSkillFile({ name: folder, folder, description: '' });
    const [, head = ''] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(text) ?? [];
    return { ...Head.parse(parse(head)), folder };
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it needs a head with a name and a description' : String(error);
    warn(`the skill ${path} is left out: ${reason}`);
    return undefined;
  }
}

function noFile(skill: string, path: string, cause?: Error): Error {
  const why = cause === undefined ? 'it would lie outside of it' : cause.message;
  return cpeFault('Usage', `The skill ${skill} has no file ${path} that can be read: ${why}.`, { cause });
}
