import { canonicalJson, type JsonValue } from '../format/canonical-json.js';
import { type Checkpoint, checkpointFields, type ExportHeader } from '../format/checkpoint.js';
import { type Cut, cutFields } from '../format/cut.js';
import { timePattern } from '../format/draft.js';
import { type Entry, type EntryField, entryFields, formatVersion } from '../format/entry.js';

/**
 * Reads one line of an export, strictly: it must be canonical JSON with exactly the members its kind has. Leniency here
 * would let two readers see two different things in one line (a repeated member, for instance) under one hash.
 */
export type Line =
  | { readonly kind: 'entry'; readonly entry: Entry /** What its hash is made from. */; readonly hashed: string }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'cut'; readonly cut: Cut }
  | { readonly kind: 'export'; readonly header: ExportHeader }
  | Malformed;

export interface Malformed {
  readonly kind: 'malformed';
  readonly reason: string;
  /** What the line seems to be numbered, for messages only. */
  readonly seq?: number;
  readonly chain?: string;
  readonly looksLike?: string;
  readonly field?: EntryField;
}

export function readLine(text: string): Line {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return malformed(text, 'it is not JSON', offsetIn(error));
  }
  const canonical = canonicalOrReason(value);
  if ('reason' in canonical) return malformed(text, canonical.reason);
  if (canonical.text !== text) {
    return malformed(text, 'it is not in canonical form', firstDifference(text, canonical.text));
  }
  return readMembers(value, text);
}

function readMembers(value: JsonValue, text: string): Line {
  const object = value as Readonly<Record<string, unknown>>;
  switch (value === null ? undefined : object.kind) {
    case 'entry':
      return checked(object, text, entryRules, entryFields, () => ({
        kind: 'entry',
        entry: value as never as Entry,
        hashed: withoutHash(text),
      }));
    case 'checkpoint':
      return checked(object, text, checkpointRules, checkpointFields, () => ({
        kind: 'checkpoint',
        checkpoint: value as never as Checkpoint,
      }));
    case 'cut':
      return checked(object, text, cutRules, cutFields, () => ({ kind: 'cut', cut: value as never as Cut }));
    case 'export':
      return checked(object, text, headerRules, ['chain', 'kind', 'stream', 'v'], () => ({
        kind: 'export',
        header: value as never as ExportHeader,
      }));
    default:
      return malformed(text, 'its kind is none of entry, checkpoint, cut, export');
  }
}

/**
 * The line is canonical, so the hashed text is the line without its member `hash`. Texts after it escape their quotes
 * and whatever looks like it in the body stands before it: the last one is the right one.
 */
function withoutHash(line: string): string {
  const start = line.lastIndexOf('"hash":"');
  return line.slice(0, start) + line.slice(start + '"hash":"",'.length + 64);
}

type Rules = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;
const isTime = (value: unknown): boolean => typeof value === 'string' && timePattern.test(value);
const isBase64Url = (value: unknown): boolean => typeof value === 'string' && /^[\w-]+$/.test(value);
const isVersion = (value: unknown): boolean => value === formatVersion;

const entryRules: Rules = {
  actor: isActor,
  at: isTime,
  body: (value) => value !== undefined,
  chain: isText,
  hash: isHash,
  previous: isHash,
  seq: isCount,
  stream: isText,
  streamIndex: isCount,
  streamPrevious: isHash,
  type: isText,
  v: isVersion,
};

const checkpointRules: Rules = {
  at: isTime,
  chain: isText,
  hash: isHash,
  publicKey: isBase64Url,
  seq: isCount,
  signature: isBase64Url,
  v: isVersion,
};

const cutRules: Rules = { ...checkpointRules, count: isCount, streams: isCarried };

const headerRules: Rules = { chain: isText, stream: (value) => value === undefined || isText(value), v: isVersion };

function isCarried(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const names = value.map((it: unknown) => (isCarriedStream(it) ? it.stream : ''));
  return names.every((name, i) => name !== '' && (i === 0 || name > (names[i - 1] as string)));
}

function isCarriedStream(value: unknown): value is { readonly stream: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { stream, index, hash, ...others } = value as Readonly<Record<string, unknown>>;
  return isText(stream) && isCount(index) && isHash(hash) && Object.keys(others).length === 0;
}

function isActor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, onBehalfOf, ...others } = value as Readonly<Record<string, unknown>>;
  const named = isText(kind) && isText(id) && (onBehalfOf === undefined || isText(onBehalfOf));
  return named && Object.keys(others).length === 0;
}

function checked(
  object: Readonly<Record<string, unknown>>,
  text: string,
  rules: Rules,
  fields: readonly string[],
  accept: () => Line,
): Line {
  const wrong = Object.entries(rules).find(([field, rule]) => !rule(object[field]))?.[0];
  if (wrong !== undefined) return { ...malformed(text, `its ${wrong} is missing or has the wrong form`), ...at(wrong) };
  const extra = Object.keys(object).find((name) => !fields.includes(name));
  return extra === undefined ? accept() : malformed(text, `it has a member ${JSON.stringify(extra)} too many`);
}

function at(field: string): { field?: EntryField } {
  return entryFields.includes(field as EntryField) ? { field: field as EntryField } : {};
}

function canonicalOrReason(value: JsonValue): { readonly text: string } | { readonly reason: string } {
  try {
    return { text: canonicalJson(value) };
  } catch (error) {
    return { reason: (error as Error).message.replace(/\.$/, '') };
  }
}

function malformed(text: string, reason: string, offset?: number): Malformed {
  const field = offset === undefined ? undefined : fieldAt(text, offset);
  const seq = /"seq":(\d{1,15})[,}]/.exec(text.slice(text.lastIndexOf('"previous":')))?.[1];
  const chain = /"chain":"([^"\\]+)","hash":/.exec(text)?.[1];
  const looksLike = /"kind":"(entry|checkpoint|cut|export)"/.exec(text)?.[1];
  return {
    kind: 'malformed',
    reason,
    ...(looksLike === undefined ? {} : { looksLike }),
    ...(seq === undefined ? {} : { seq: Number(seq) }),
    ...(chain === undefined ? {} : { chain }),
    ...(field === undefined ? {} : { field }),
  };
}

/**
 * Which member of an entry's canonical text the character at `offset` belongs to. The body may contain anything, even
 * text that looks like members, so members before it are sought from the front and members after it from the back.
 */
export function fieldAt(text: string, offset: number): EntryField | undefined {
  const starts = new Map<EntryField, number>();
  const bodyAt = entryFields.indexOf('body');
  let from = 0;
  for (const field of entryFields.slice(0, bodyAt + 1)) from = note(field, text.indexOf(`"${field}":`, from), from);
  let until = text.length;
  for (const field of entryFields.slice(bodyAt + 1).reverse()) {
    until = note(field, text.lastIndexOf(`"${field}":`, until), until);
  }
  return [...starts].filter(([, start]) => start <= offset).sort((a, b) => b[1] - a[1])[0]?.[0];

  function note(field: EntryField, start: number, otherwise: number): number {
    if (start >= 0) starts.set(field, start);
    return start >= 0 ? start : otherwise;
  }
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** V8 says where it stopped reading; other engines may not, and then the field stays unnamed. */
function offsetIn(error: unknown): number | undefined {
  const position = /position (\d+)/.exec(String(error))?.[1];
  return position === undefined ? undefined : Number(position);
}
