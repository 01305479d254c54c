import { isObject, type JsonObject } from '../../essentials/is-object.js';

/** Something a server sent that does not follow the protocol, and that was left out or mended. */
export interface ProtocolBreach {
  /** The method whose answer it was in, such as `tools/list`. */
  readonly where: string;
  readonly index: number;
  /** The item's own name, when it has one. */
  readonly name?: string;
  readonly reason: string;
  readonly kept: boolean;
  readonly raw: unknown;
}

/** A verdict on one item: what to keep of it, and what was wrong. */
export type Verdict<Item> =
  | { readonly keep: Item; readonly reason?: string }
  | { readonly keep?: undefined; readonly reason: string };

export interface Salvaged<Item> {
  readonly items: Item[];
  readonly problems: ProtocolBreach[];
}

/** Keeps what can be used of a list, item by item. */
export function salvage<Item>(
  where: string,
  list: unknown,
  judge: (item: JsonObject) => Verdict<Item>,
): Salvaged<Item> {
  const items: Item[] = [];
  const problems: ProtocolBreach[] = [];
  if (!Array.isArray(list)) {
    return { items, problems: [{ where, index: -1, reason: 'it is not an array', kept: false, raw: list }] };
  }
  for (const [index, raw] of list.entries()) {
    const verdict: Verdict<Item> = isObject(raw) ? judge(raw) : { reason: 'it is not an object' };
    if (verdict.keep !== undefined) items.push(verdict.keep);
    if (verdict.reason !== undefined) problems.push(problemOf(where, index, raw, verdict));
  }
  return { items, problems };
}

function problemOf(where: string, index: number, raw: unknown, verdict: Verdict<unknown>): ProtocolBreach {
  const name = isObject(raw) && typeof raw.name === 'string' ? { name: raw.name } : {};
  return { where, index, ...name, reason: verdict.reason ?? '', kept: verdict.keep !== undefined, raw };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
