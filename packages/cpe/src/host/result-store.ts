import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';

/** What was asked for of a kept result, and how much there is. Offsets count characters. */
export interface ResultPiece {
  readonly id: string;
  readonly text: string;
  readonly offset: number;
  readonly totalChars: number;
  readonly nextOffset: number | undefined;
}

export interface ResultQuery {
  readonly offset?: number;
  readonly limit?: number;
  /** Only lines that contain this text in any case, with their numbers. */
  readonly pattern?: string;
}

/** Keeps results that are too long for a conversation, so that they can be read piecewise or by a later program. */
export interface ResultStore {
  keep(text: string): Promise<string>;
  read(id: string, query?: ResultQuery): Promise<ResultPiece>;
  /** The whole text. */
  get(id: string): Promise<string>;
}

const PIECE_CHARS = 20_000;
const ID = /^[a-z0-9-]{1,64}$/;

/** Files readable by the user alone, `<id>.txt` in one folder that is made when the first result arrives. */
export function fileResultStore(folder: string, newId: () => string): ResultStore {
  const pathOf = (id: string): string => join(folder, `${id}.txt`);
  const get = async (id: string): Promise<string> => {
    if (!ID.test(id)) throw unknown(id);
    return readFile(pathOf(id), 'utf8').catch(() => {
      throw unknown(id);
    });
  };
  return {
    get,
    async keep(text) {
      const id = newId();
      makeFolder(folder, 0o700);
      await writeFile(pathOf(id), text, { mode: 0o600, flag: 'wx' });
      return id;
    },
    async read(id, query = {}) {
      const whole = await get(id);
      return pieceOf(id, query.pattern === undefined ? whole : matchingLines(whole, query.pattern), query);
    },
  };
}

function pieceOf(id: string, whole: string, { offset = 0, limit = PIECE_CHARS }: ResultQuery): ResultPiece {
  const end = Math.min(whole.length, offset + Math.min(limit, PIECE_CHARS));
  const nextOffset = end < whole.length ? end : undefined;
  return { id, text: whole.slice(offset, end), offset, totalChars: whole.length, nextOffset };
}

/** Plain text and not a regular expression: a pattern from a model must not be able to keep the host busy for ever. */
function matchingLines(whole: string, pattern: string): string {
  const wanted = pattern.toLowerCase();
  const numbered = whole.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return numbered
    .filter(({ line }) => line.toLowerCase().includes(wanted))
    .map(({ line, number }) => `${number}: ${line}`)
    .join('\n');
}

function unknown(id: string): Error {
  return cpeFault('UnknownResult', `No result is kept under the id ${JSON.stringify(id)}.`, {
    context: { id },
    suggestion: 'Use the id exactly as the shortened result gave it.',
  });
}
