/**
 * A recorded run: every step of the model and every answer of a server, one JSON object per line. It is taken at our own
 * ports, not on the wire, so it holds no key and plays with any provider, without one, and without any server.
 */

import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { isObject } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../../faults.js';
import type { ResultPiece, ResultQuery } from '../../host/result-store.js';
import type { HostResult, HostTool, ServerStatus } from '../../host/tool-host.js';
import type { ModelStep, StepRequest } from '../generator.js';

export type RecordedServer = Pick<ServerStatus, 'name' | 'state'> & Partial<Pick<ServerStatus, 'info'>>;

export type CassetteLine =
  | { readonly kind: 'cassette'; readonly version: 1 }
  | { readonly kind: 'step'; readonly model: string; readonly request: string; readonly step: ModelStep }
  | {
      readonly kind: 'tools';
      readonly offered: readonly HostTool[];
      readonly every: readonly HostTool[];
      /** What they say about their use is part of what the model is asked. */
      readonly servers: readonly RecordedServer[];
    }
  | { readonly kind: 'call'; readonly key: string; readonly result: HostResult }
  | { readonly kind: 'resource'; readonly key: string; readonly result: HostResult }
  | { readonly kind: 'piece'; readonly key: string; readonly piece: ResultPiece };

export function callKey({ server, name }: Pick<HostTool, 'server' | 'name'>, args: unknown): string {
  return stableText([server, name, args]);
}

export function resourceKey(server: string, uri: string): string {
  return stableText([server, uri]);
}

export function pieceKey(id: string, query: ResultQuery | 'all'): string {
  return stableText([id, query]);
}

/** What the model was asked, in short. Names of saved files are made up anew in every run and do not count. */
export function requestDigest({ system = '', dialog, tools }: StepRequest): string {
  const told = stableText([system, dialog, tools.map(({ name }) => name)]).replace(
    /[^"\s]*\.cpe[/\\]+files[/\\]+[\w.]+/g,
    'file',
  );
  return createHash('sha256').update(told).digest('hex').slice(0, 32);
}

/** JSON with sorted keys, so that equal values give equal texts. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** Starts a recording; gives the function that adds to it. Results may be private, so only the user can read it. */
export function recordTo(path: string): (line: CassetteLine) => void {
  const textOf = (line: CassetteLine): string => `${JSON.stringify(line)}\n`;
  try {
    writeFileSync(path, textOf({ kind: 'cassette', version: 1 }), { mode: 0o600 });
  } catch (error) {
    throw cpeFault('Usage', `The recording ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return (line) => appendFileSync(path, textOf(line));
}

export function readCassette(path: string): CassetteLine[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const cassette = lines.map((line) => JSON.parse(line) as CassetteLine);
    if (cassette[0]?.kind === 'cassette' && cassette[0].version === 1) return cassette;
    throw new Error('it is no recording of cpe');
  } catch (error) {
    throw cpeFault('Usage', `The recording ${path} cannot be played: ${(error as Error).message}`, { cause: error });
  }
}
