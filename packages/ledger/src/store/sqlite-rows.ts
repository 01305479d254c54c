import type { JsonValue } from '../format/canonical-json.js';
import type { Checkpoint } from '../format/checkpoint.js';
import type { CarriedStream, Cut } from '../format/cut.js';
import { type Actor, type Entry, type EntryText, entryLine, formatVersion } from '../format/entry.js';
import type { SqliteRow } from './sqlite-driver.js';

/** Rows of the two tables as values. Columns are named once, here. */
export const entryColumns =
  'chain, seq, stream, stream_index AS streamIndex, at, actor, type, body, previous, ' +
  'stream_previous AS streamPrevious, hash';

export const checkpointColumns = 'chain, seq, hash, at, public_key AS publicKey, signature';

export const cutColumns = 'chain, seq, hash, count, streams, at, public_key AS publicKey, signature';

type EntryRow = EntryText & { readonly hash: string };

/** The line this row exports to: the stored text as it is, so that a verifier sees every byte somebody changed. */
export function rowLine(row: SqliteRow): string {
  const entry = row as unknown as EntryRow;
  return entryLine(entry, entry.hash);
}

export function rowEntry(row: SqliteRow): Entry {
  const entry = row as unknown as EntryRow;
  const actor = JSON.parse(entry.actor) as Actor;
  return { v: formatVersion, kind: 'entry', ...entry, actor, body: JSON.parse(entry.body) as JsonValue };
}

export function rowCheckpoint(row: SqliteRow): Checkpoint {
  return { v: formatVersion, kind: 'checkpoint', ...(row as unknown as Omit<Checkpoint, 'v' | 'kind'>) };
}

export function rowCut(row: SqliteRow): Cut {
  const { streams, ...rest } = row as unknown as Omit<Cut, 'streams' | 'v' | 'kind'> & { readonly streams: string };
  return { v: formatVersion, kind: 'cut', ...rest, streams: JSON.parse(streams) as CarriedStream[] };
}
