/** Ways in which a file goes bad: a few bytes, its end, its middle, or a value that nobody expects at its place. */

/** Numbers from 0 to 1, the same everywhere for the same seed (Numerical Recipes), so that a failure can be repeated. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Next = () => number;
type Damage = (bytes: Buffer, next: Next) => Buffer;

const below = (limit: number, next: Next): number => Math.floor(next() * limit);

const flipped: Damage = (bytes, next) => {
  const changed = Buffer.from(bytes);
  for (let left = 1 + below(4, next); left > 0 && changed.length > 0; left--)
    changed[below(changed.length, next)] = below(256, next);
  return changed;
};

/** What a reader believes first: the footer of Parquet, the tail of a table of offsets. */
const flippedAtTheEnd: Damage = (bytes, next) => {
  const from = Math.max(0, bytes.length - 200);
  return Buffer.concat([bytes.subarray(0, from), flipped(bytes.subarray(from), next)]);
};

const cutOff: Damage = (bytes, next) => bytes.subarray(0, below(bytes.length, next));

const overwritten: Damage = (bytes, next) => {
  const changed = Buffer.from(bytes);
  const from = below(changed.length, next);
  return changed.fill(next() < 0.5 ? 0 : 255, from, Math.min(changed.length, from + 1 + below(16, next)));
};

const grown: Damage = (bytes, next) => {
  const at = below(bytes.length, next);
  const more = Buffer.from(Array.from({ length: 1 + below(64, next) }, () => below(256, next)));
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
};

const anyFile: readonly Damage[] = [flipped, flipped, flippedAtTheEnd, cutOff, overwritten, grown];

const oddValues: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, '', 'constructor', '__proto__', [], {}],
  ...['2024-02-30', '\u0000', 'x'.repeat(5000), Array(200).fill(0), [[[[]]]], { id: { id: {} } }, '../../etc/passwd'],
];

/** A value somewhere in a document becomes another, goes, or comes twice. */
const oddDocument: Damage = (bytes, next) => {
  const document: unknown = JSON.parse(bytes.toString());
  const places: { readonly of: Record<string, unknown>; readonly key: string }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      places.push({ of: value as Record<string, unknown>, key });
      walk(child);
    }
  };
  walk(document);
  const place = places[below(places.length, next)];
  if (place === undefined) return flipped(bytes, next);
  const { of, key } = place;
  const way = next();
  if (way < 0.15 && !Array.isArray(of)) delete of[key];
  else if (way < 0.3 && Array.isArray(of)) of.push(structuredClone(of[Number(key)]));
  else of[key] = oddValues[below(oddValues.length, next)];
  return Buffer.from(JSON.stringify(document));
};

export function damaged(file: string, bytes: Buffer, next: Next): Buffer {
  if (bytes.length === 0) return Buffer.from('x'.repeat(1 + below(40, next)));
  if (file.endsWith('.json') && next() < 0.6) return oddDocument(bytes, next);
  return anyFile[below(anyFile.length, next)]!(bytes, next);
}
