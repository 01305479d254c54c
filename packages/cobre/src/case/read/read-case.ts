import { createHash } from 'node:crypto';
import type { ErrorRecord } from '../../faults.js';
import type { CaseFileSpec, JsonFileSpec, TableFileSpec } from '../file-spec.js';
import { asError, asWarning, errorRecord, type Finding } from '../finding.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../registry.js';
import type { CaseFileAccess } from './files.js';
import { idleKeys } from './idle-keys.js';
import { parseJsonBytes } from './json-text.js';
import { readTable } from './read-table.js';
import { schemaErrors } from './schema-errors.js';

/** What one file contributed. `rows` counts table rows, or the entries of the lists at the root of a JSON file. */
export interface FileRead {
  readonly path: string;
  readonly format: 'json' | 'parquet';
  readonly bytes: number;
  readonly rows: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Everything that could be read, even when some of it could not. */
export interface ReadCase {
  readonly contents: Partial<RawCase>;
  readonly filesRead: readonly FileRead[];
  /** Mandatory files that were looked for and not found. */
  readonly missing: readonly string[];
  readonly findings: readonly Finding[];
}

interface OneFile {
  readonly key: CaseFileKey;
  readonly content: unknown;
  readonly read: FileRead | null;
  readonly missing: string | null;
  readonly findings: readonly Finding[];
}

/** Reads all files of a case at once; finds what layers 1 and 2 can find in each file alone. */
export async function readCase(dir: string, access: CaseFileAccess): Promise<ReadCase> {
  if (!(await access.isDirectory(dir))) {
    return { contents: {}, filesRead: [], missing: [], findings: [asError(1, noDirectory(dir))] };
  }
  const specs = Object.entries(caseFiles) as [CaseFileKey, CaseFileSpec][];
  const files = await Promise.all(specs.map(([key, spec]) => readOne(dir, key, spec, access)));
  return {
    contents: Object.fromEntries(files.filter((f) => f.content !== undefined).map((f) => [f.key, f.content])),
    filesRead: files.flatMap((f) => f.read ?? []),
    missing: files.flatMap((f) => f.missing ?? []),
    findings: files.flatMap((f) => f.findings),
  };
}

async function readOne(dir: string, key: CaseFileKey, spec: CaseFileSpec, access: CaseFileAccess): Promise<OneFile> {
  const blank = { key, content: undefined, read: null, missing: null, findings: [] };
  try {
    const { bytes, path } = await findBytes(dir, spec, access);
    if (bytes === null) {
      const other = spec.format === 'parquet' ? await csvOf(dir, spec, access) : null;
      if (other !== null) return { ...blank, findings: [asError(1, csvInstead(other, path))] };
      if (!spec.required) return { ...blank, content: null };
      return { ...blank, missing: path, findings: [asError(1, missingFile(path))] };
    }
    const renamed = path === spec.path ? [] : [asWarning(1, oldName(path, spec.path))];
    const body = spec.format === 'json' ? readJson(spec, bytes) : readParquet(spec, path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const read = { path, format: spec.format, bytes: bytes.length, rows: body.rows, sha256 };
    return { ...blank, content: body.content, read, findings: [...renamed, ...body.findings] };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const failure = errorRecord('ParseError', `${spec.path} cannot be read: ${detail}.`, {
      file: spec.path,
      line: null,
      detail,
    });
    return { ...blank, findings: [asError(1, failure)] };
  }
}

async function findBytes(
  dir: string,
  spec: CaseFileSpec,
  access: CaseFileAccess,
): Promise<{ bytes: Uint8Array | null; path: string }> {
  for (const path of [spec.path, ...(spec.format === 'parquet' ? spec.aliases : [])]) {
    const bytes = await access.read(`${dir}/${path}`);
    if (bytes !== null) return { bytes, path };
  }
  return { bytes: null, path: spec.path };
}

/** The name under which somebody has written the table as text; without a word the case would lack it. */
async function csvOf(dir: string, { path, aliases }: TableFileSpec, access: CaseFileAccess): Promise<string | null> {
  for (const name of csvNames([path, ...aliases])) if ((await access.read(`${dir}/${name}`)) !== null) return name;
  return null;
}

/** What the tables would be called as text. */
export function csvNames(tables: readonly string[]): string[] {
  return tables.map((name) => name.replace(/\.parquet$/, '.csv'));
}

interface Body {
  readonly content: unknown;
  readonly rows: number;
  readonly findings: readonly Finding[];
}

function readJson(spec: JsonFileSpec, bytes: Uint8Array): Body {
  const parsed = parseJsonBytes(bytes);
  if (!parsed.ok) return { content: undefined, rows: 0, findings: [asError(1, badJson(spec.path, parsed))] };
  const checked = spec.schema.safeParse(parsed.value);
  const idle = idleKeys(spec.path, spec.schema, parsed.value).map((found) => asWarning(2, found));
  if (!checked.success) {
    const errors = schemaErrors(spec.path, parsed.value, checked.error.issues);
    return { content: undefined, rows: 0, findings: [...errors.map((found) => asError(2, found)), ...idle] };
  }
  return { content: checked.data, rows: listLength(checked.data), findings: idle };
}

function listLength(document: unknown): number {
  const lists = Object.values(document as object).filter(Array.isArray);
  return lists.reduce((total, list) => total + list.length, 0);
}

function readParquet(spec: Extract<CaseFileSpec, { format: 'parquet' }>, path: string, bytes: Uint8Array): Body {
  const { rows, rowCount, findings } = readTable(path, spec.table, bytes);
  return { content: rows ?? undefined, rows: rowCount, findings };
}

function noDirectory(dir: string): ErrorRecord {
  return errorRecord(
    'MissingFile',
    `Case directory '${dir}' does not exist or is not a directory.`,
    { file: dir },
    'Give the path of a directory that contains config.json, stages.json and system/.',
  );
}

function missingFile(file: string): ErrorRecord {
  return errorRecord('MissingFile', `Required file ${file} is missing.`, { file }, `Create ${file}.`);
}

function csvInstead(found: string, wanted: string): ErrorRecord {
  return errorRecord(
    'ParseError',
    `${found} is not read: this table is read as Parquet, from ${wanted}.`,
    { file: found, line: null, detail: 'It is CSV where Parquet is expected.' },
    `Write it as Parquet, for example with DuckDB: COPY (FROM '${found}') TO '${wanted}'; or remove ${found}.`,
  );
}

function oldName(found: string, current: string): ErrorRecord {
  const message = `${found} is an older name of ${current}; it was read.`;
  return errorRecord(
    'SchemaViolation',
    message,
    { file: found, entity_id: null, field: '(file name)', expected: current, actual: found },
    `Rename it to ${current}.`,
  );
}

function badJson(file: string, failure: { line: number | null; detail: string }): ErrorRecord {
  const at = failure.line === null ? file : `${file}, line ${failure.line}`;
  const suggestion = failure.line === null ? null : `Correct the JSON near line ${failure.line}.`;
  return errorRecord(
    'ParseError',
    `${at}: ${failure.detail}`,
    { file, line: failure.line, detail: failure.detail },
    suggestion,
  );
}
