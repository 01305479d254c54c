import { bounds } from './bounds.js';

/** The members of a listed thing that are text, and how long each may be. */
const LENGTHS: Readonly<Record<string, number>> = {
  title: bounds.text.title,
  description: bounds.text.description,
};

export interface Shortened<Item> {
  readonly item: Item;
  /** Which members were cut; empty when the item is the one that was given. */
  readonly cut: readonly string[];
}

/** A listed thing whose texts are within the bounds. */
export function shortened<Item extends object>(item: Item): Shortened<Item> {
  const long = Object.keys(LENGTHS).filter((name) => isLong(item, name));
  if (long.length === 0) return { item, cut: [] };
  const texts = long.map((name) => [name, cutText(Reflect.get(item, name) as string, LENGTHS[name] as number)]);
  return { item: { ...item, ...Object.fromEntries(texts) }, cut: long };
}

function isLong(item: object, name: string): boolean {
  const text: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined;
  return typeof text === 'string' && text.length > (LENGTHS[name] as number);
}

/** The beginning of a text, with a word about the rest. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… [${text.length - most} more characters left out]`;
}

export function nameExcess(name: string): string | undefined {
  const { length } = name;
  if (name === '__proto__') return 'its name cannot be used: programs take it for something else';
  return length <= bounds.text.name
    ? undefined
    : `its name has ${length} characters, and at most ${bounds.text.name} are taken`;
}

export function isLongTitle({ title }: { readonly title?: unknown }): boolean {
  return typeof title === 'string' && title.length > bounds.text.title;
}
