import { canonicalJson } from '../format/canonical-json.js';
import { type Entry, type EntryField, hashedText, textOf } from '../format/entry.js';
import type { VerifierCrypto } from './crypto.js';
import { fieldAt } from './read-line.js';

/**
 * Finds out which field of a changed entry was changed. A hash alone cannot tell, but it can confirm a guess: fields
 * that the neighbours determine are put back first, then every single character is tried. A wider change of actor, at,
 * body, stream or type stays unnamed, and the report says so.
 */
export interface Diagnosis {
  readonly field?: EntryField;
  readonly was?: string;
  readonly is?: string;
  /** The entry as it was recorded, where that could be found. */
  readonly original?: Entry;
}

/** Values the fields should have by their place in the chain; several guesses may be given for one field. */
export type Guess = Partial<Pick<Entry, 'chain' | 'seq' | 'stream' | 'streamIndex' | 'previous' | 'streamPrevious'>>;

/** Hashes the search may still compute; shared by all entries of one verification, so that its time is bounded. */
export interface Budget {
  hashes: number;
}

export async function diagnose(
  entry: Entry,
  guesses: readonly Guess[],
  crypto: VerifierCrypto,
  budget: Budget,
): Promise<Diagnosis> {
  for (const guess of guesses) {
    const original = { ...entry, ...guess };
    if ((await crypto.sha256(hashedText(textOf(original)))) === entry.hash) return difference(entry, original);
  }
  return (await oneCharacter(entry, crypto, budget)) ?? {};
}

function difference(entry: Entry, original: Entry): Diagnosis {
  const field = (Object.keys(original) as EntryField[]).find((name) => entry[name] !== original[name]);
  return field === undefined ? { original } : { field, ...wasAndIs(original[field], entry[field]), original };
}

async function oneCharacter(entry: Entry, crypto: VerifierCrypto, budget: Budget): Promise<Diagnosis | undefined> {
  const text = hashedText(textOf(entry));
  for (const candidates of [bitFlips, printable]) {
    for (let offset = 0; offset < text.length; offset++) {
      for (const char of candidates(text.charCodeAt(offset))) {
        if (budget.hashes-- <= 0) return undefined;
        const guess = text.slice(0, offset) + char + text.slice(offset + 1);
        const hash = crypto.sha256(guess);
        // Awaiting a hash that is already there would cost a turn of the event loop per guess.
        if ((typeof hash === 'string' ? hash : await hash) === entry.hash) return found(entry, text, guess, offset);
      }
    }
  }
  return undefined;
}

const bits = [1, 2, 4, 8, 16, 32, 64];
const printableCharacters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

const bitFlips = (code: number): string[] => bits.map((bit) => String.fromCharCode(code ^ bit));
const printable = (): string[] => printableCharacters;

function found(entry: Entry, text: string, guess: string, offset: number): Diagnosis {
  const field = fieldAt(text, offset);
  const original = parsed(guess, entry.hash);
  if (field === undefined || original === undefined) return { ...(field && { field }) };
  return { field, ...wasAndIs(original[field], entry[field]), original };
}

function parsed(text: string, hash: string): Entry | undefined {
  try {
    return { ...(JSON.parse(text) as Omit<Entry, 'hash'>), hash };
  } catch {
    // A guess that fits the hash but is no JSON cannot be an entry; then only the field is named.
    return undefined;
  }
}

/** Both values as JSON; of long ones only the part around the first difference. */
function wasAndIs(was: Entry[EntryField], is: Entry[EntryField]): { readonly was: string; readonly is: string } {
  const [a, b] = [canonicalJson(was as string), canonicalJson(is as string)];
  if (a.length <= 80 && b.length <= 80) return { was: a, is: b };
  let start = 0;
  while (a[start] === b[start] && start < a.length) start++;
  start = Math.max(0, start - 20);
  return { was: `…${a.slice(start, start + 40)}…`, is: `…${b.slice(start, start + 40)}…` };
}
