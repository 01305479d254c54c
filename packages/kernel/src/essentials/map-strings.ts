import { isObject } from './is-object.js';

/** The same JSON with other texts; keys stay. */
export function mapStrings<Value>(value: Value, map: (text: string) => string): Value;
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, map)]));
}
