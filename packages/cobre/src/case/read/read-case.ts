import { createHash } from 'node:crypto';
import type { ErrorRecord } from '../../faults.js';
import { type CaseFileSpec, existsIn, type JsonFileSpec, type TableFileSpec } from '../file-spec.js';
import { asError, asWarning, errorRecord, type Finding } from '../finding.js';
import { type Generation, generationNames } from '../generation/generation.js';
import { tellGeneration } from '../generation/marks.js';
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
  /** Null when it cannot be told. */
  readonly generation: Generation | null;
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
    return { contents: {}, generation: null, filesRead: [], missing: [], findings: [asError(1, noDirectory(dir))] };
  }
  const specs = Object.entries(caseFiles) as [CaseFileKey, CaseFileSpec][];
  const opened = await Promise.all(specs.map(([key, spec]) => open(dir, key, spec, access)));
  const told = tellGeneration(documentsOf(opened));
  if (told.generation === null) return undecided(opened, told.problem);
  const { generation } = told;
  const files = opened.map((file) => read(file, generation));
  const contents = files.filter((f) => f.content !== undefined).map((f) => [f.key, f.content]);
  return {
    contents: { ...Object.fromEntries(contents), generation },
    generation,
    filesRead: files.flatMap((f) => f.read ?? []),
    missing: files.flatMap((f) => f.missing ?? []),
    findings: files.flatMap((f) => f.findings),
  };
}

/** While it is open what the keys mean, only what cannot be read at all is told beside it. */
function undecided(opened: readonly Opened[], problem: ErrorRecord): ReadCase {
  const findings = opened.flatMap((file) => file.findings).filter(({ layer }) => layer === 1);
  return { contents: {}, generation: null, filesRead: [], missing: [], findings: [asError(2, problem), ...findings] };
}

/** A file as it lies there: its bytes, and for JSON what they say. */
interface Opened {
  readonly key: CaseFileKey;
  readonly spec: CaseFileSpec;
  readonly path: string;
  readonly bytes: Uint8Array | null;
  readonly document: unknown;
  /** Why there is nothing to go on with. */
  readonly findings: readonly Finding[];
}

async function open(dir: string, key: CaseFileKey, spec: CaseFileSpec, access: CaseFileAccess): Promise<Opened> {
  const blank = { key, spec, path: spec.path, bytes: null, document: undefined, findings: [] };
  try {
    const { bytes, path } = await findBytes(dir, spec, access);
    if (bytes === null) {
      const other = spec.format === 'parquet' ? await csvOf(dir, spec, access) : null;
      return other === null ? blank : { ...blank, findings: [asError(1, csvInstead(other, path))] };
    }
    if (spec.format === 'parquet') return { ...blank, path, bytes };
    const parsed = parseJsonBytes(bytes);
    if (!parsed.ok) return { ...blank, bytes, findings: [asError(1, badJson(spec.path, parsed))] };
    return { ...blank, bytes, document: parsed.value };
  } catch (error) {
    return { ...blank, findings: [asError(1, unreadable(spec.path, error))] };
  }
}

function unreadable(file: string, error: unknown): ErrorRecord {
  const told = error instanceof Error ? error.message : String(error);
  // Node ends with what it did and the whole path, which the file says already.
  const detail = told.replace(/, \w+( '.*')?$/, '');
  const message = `${file} cannot be read: ${detail}.`;
  const advice = `See that ${file} is a file, that you may read it, and that it is written whole.`;
  return errorRecord('ParseError', message, { file, line: null, detail }, advice);
}

function documentsOf(opened: readonly Opened[]): ReadonlyMap<string, unknown> {
  return new Map(opened.map(({ path, document }) => [path, document]));
}

/** Whatever a file holds, reading it ends with a finding and not with an exception. */
function read(file: Opened, generation: Generation): OneFile {
  try {
    return readOpened(file, generation);
  } catch (error) {
    const findings = [asError(1, unreadable(file.path, error))];
    return { key: file.key, content: undefined, read: null, missing: null, findings };
  }
}

function readOpened(file: Opened, generation: Generation): OneFile {
  const { key, spec, path, bytes, findings } = file;
  const blank: OneFile = { key, content: undefined, read: null, missing: null, findings };
  if (!existsIn(spec, generation)) {
    const finding = generation === 'current' ? asError : asWarning;
    const ignored = bytes === null ? [] : [finding(1, notOfThisGeneration(path, generation))];
    return { ...blank, content: null, findings: ignored };
  }
  if (bytes === null) {
    if (findings.length > 0) return blank;
    if (!spec.required) return { ...blank, content: null };
    return { ...blank, missing: path, findings: [asError(1, missingFile(path))] };
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const seen = { path, format: spec.format, bytes: bytes.length, sha256 };
  if (findings.length > 0) return { ...blank, read: { ...seen, rows: 0 } };
  const renamed = path === spec.path ? [] : [asWarning(1, oldName(path, spec.path))];
  const body =
    spec.format === 'json' ? readJson(spec, file.document, generation) : readParquet(spec, path, bytes, generation);
  return {
    ...blank,
    content: body.content,
    read: { ...seen, rows: body.rows },
    findings: [...renamed, ...body.findings],
  };
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

function readJson(spec: JsonFileSpec, document: unknown, generation: Generation): Body {
  const form = (generation === 'current' && spec.current) || { schema: spec.schema, read: (said: unknown) => said };
  const checked = form.schema.safeParse(document);
  const idle = idleKeys(spec.path, form.schema, document, generation);
  if (!checked.success) {
    const errors = schemaErrors(spec.path, document, checked.error.issues);
    return { content: undefined, rows: 0, findings: [...errors.map((found) => asError(2, found)), ...idle] };
  }
  return { content: form.read(checked.data), rows: listLength(checked.data), findings: idle };
}

function listLength(document: unknown): number {
  const lists = Object.values(document as object).filter(Array.isArray);
  return lists.reduce((total, list) => total + list.length, 0);
}

function readParquet(spec: TableFileSpec, path: string, bytes: Uint8Array, generation: Generation): Body {
  const { rows, rowCount, findings } = readTable(path, spec.table, bytes, generation);
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

function notOfThisGeneration(file: string, generation: Generation): ErrorRecord {
  const message = `${file} has no effect: cases of ${generationNames[generation]} have no such file.`;
  const context = { file, entity_id: null, field: '(file name)', expected: 'a file of this format', actual: file };
  const suggestion =
    generation === 'current'
      ? `Remove ${file}; what it said belongs into tables of today.`
      : `Remove ${file}, or migrate the case with 'cobre migrate'.`;
  return errorRecord('SchemaViolation', message, context, suggestion);
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
  const suggestion =
    failure.line === null ? `Write ${file} as JSON in UTF-8.` : `Correct the JSON near line ${failure.line}.`;
  return errorRecord(
    'ParseError',
    `${at}: ${failure.detail}`,
    { file, line: failure.line, detail: failure.detail },
    suggestion,
  );
}
