/**
 * Secrets the process itself holds (a key it was started with, a token it was given) are registered by value, and their
 * value is masked in every spelling in which it could leave: as it is, percent-encoded, hexadecimal, and inside base64
 * text at any of the three alignments.
 */
import { mask } from './secret-shapes.js';

/** Shorter values would mask ordinary words; nobody should use them as secrets either. */
const shortest = 6;

export class RegisteredSecrets {
  readonly #spellings = new Map<string, readonly string[]>();
  #needles: readonly string[] = [];

  /** Registers a value and gives the function that forgets it again. */
  add(value: string): () => void {
    if (value.length < shortest) return () => {};
    this.#spellings.set(value, spellingsOf(value));
    this.#refresh();
    return () => {
      this.#spellings.delete(value);
      this.#refresh();
    };
  }

  get isEmpty(): boolean {
    return this.#needles.length === 0;
  }

  mask(text: string): string {
    let masked = text;
    for (const needle of this.#needles) {
      if (masked.includes(needle)) masked = masked.replaceAll(needle, mask);
    }
    return masked;
  }

  /** Longest first, so that no spelling leaves a rest of another behind. */
  #refresh(): void {
    const all = new Set([...this.#spellings.values()].flat());
    this.#needles = [...all].sort((a, b) => b.length - a.length);
  }
}

function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const everyByte = hex.replace(/../g, '%$&');
  const spellings = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    everyByte,
    everyByte.toUpperCase(),
    hex,
    hex.toUpperCase(),
    ...base64Spellings(bytes),
  ];
  return [...new Set(spellings)].filter((spelling) => spelling.length >= shortest);
}

/** Base64 of longer text contains the secret at one of three bit offsets; only the characters it alone decides count. */
function base64Spellings(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const certain = padded.slice(first, last);
    return certain.length < shortest ? [] : [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
