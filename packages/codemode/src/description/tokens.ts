import { setImmediate as turnOfLoop } from 'node:timers/promises';

/**
 * Tokens by the o200k vocabulary: exact for the models that use it and close for the others. Its tables are three
 * megabytes and take a tenth of a second to load, so they are loaded when a text must really be counted. The name is no
 * literal, because a bundler would put the tables into the program, where every start would read them.
 */
const TABLES: string = 'gpt-tokenizer/encoding/o200k_base';

type Tables = typeof import('gpt-tokenizer/encoding/o200k_base');

/** So much is counted; what a longer text has is estimated from its beginning. */
const COUNTED_CHARS = 300_000;
/** Counting a word takes the square of its length, and a server may write words without end. */
const PIECE_CHARS = 1_000;
/** Pieces between two looks at what else happens, such as a Ctrl-C. */
const PIECES_PER_TURN = 50;

/** Exact up to a length that nobody reads, and for words of any length that people write. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = (await import(TABLES)) as Tables;
  const counted = text.slice(0, COUNTED_CHARS);
  let tokens = 0;
  for (const [index, piece] of piecesOf(counted).entries()) {
    if (index % PIECES_PER_TURN === PIECES_PER_TURN - 1) await turnOfLoop();
    tokens += count(piece, { allowedSpecial: 'all' });
  }
  return counted.length === text.length ? tokens : Math.ceil((tokens * text.length) / counted.length);
}

/** The text cut before spaces that follow a word, where tokens end anyway; elsewhere only in words that have no end. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_CHARS >= text.length ? text.length : wordEnd(text, start, start + PIECE_CHARS);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function wordEnd(text: string, start: number, limit: number): number {
  for (let at = limit; at > start; at -= 1) if (text[at] === ' ' && /\S/.test(text[at - 1] ?? '')) return at;
  return limit;
}
