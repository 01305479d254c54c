/**
 * From column values to JSON: null stays null, dates and times become ISO 8601, integers keep all their digits, and what
 * JSON cannot say (NaN, infinities) becomes null. Nested values become columns of their own, joined with dots.
 */
import type { DuckDBType } from '@duckdb/node-api';

export type JsonScalar = number | bigint | string | boolean | null;

/** Values as DuckDB hands them over, recognised by what they carry, so that the library need not be loaded here. */
interface Carried {
  readonly days?: number;
  readonly micros?: bigint;
  readonly millis?: bigint;
  readonly nanos?: bigint;
  readonly seconds?: bigint;
  readonly items?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

export function jsonScalar(value: unknown): JsonScalar {
  if (value === null || value === undefined) return null;
  // The sum turns a negative zero, which JSON does not know, into zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') return exactNumber(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  return fromCarried(value as Carried);
}

/** Integers that a double cannot hold stay what they are; `jsonText` writes all their digits. */
function exactNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** JSON of values that may hold large integers. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`).join(',')}}`;
}

function fromCarried(value: Carried): JsonScalar {
  if (typeof value.days === 'number') return new Date(value.days * 86_400_000).toISOString().slice(0, 10);
  if (value.micros !== undefined) return instant(Number(value.micros) / 1e3);
  if (value.millis !== undefined) return instant(Number(value.millis));
  if (value.nanos !== undefined) return instant(Number(value.nanos) / 1e6);
  if (value.seconds !== undefined) return instant(Number(value.seconds) * 1e3);
  return String(value);
}

function instant(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Adds a value under its name; the parts of a nested one under `name.part`. A group that is null has parts that are. */
export function flattenInto(
  target: Record<string, JsonScalar>,
  name: string,
  value: unknown,
  type: DuckDBType | undefined,
): void {
  const parts = partsOf(value) ?? (value === null || value === undefined ? nullParts(type) : null);
  if (parts === null) target[name] = jsonScalar(value);
  else for (const [part, inner] of parts) flattenInto(target, `${name}.${part}`, inner, partType(type, part));
}

/** A type of groups, recognised by what it carries, as values are. */
interface GroupType {
  readonly entryNames?: readonly string[];
  readonly entryTypes?: readonly DuckDBType[];
}

function nullParts(type: DuckDBType | undefined): readonly (readonly [string, null])[] | null {
  const names = (type as GroupType | undefined)?.entryNames;
  return names ? names.map((name) => [name, null] as const) : null;
}

function partType(type: DuckDBType | undefined, part: string | number): DuckDBType | undefined {
  const { entryNames, entryTypes } = (type ?? {}) as GroupType;
  return entryTypes?.[entryNames?.indexOf(String(part)) ?? -1];
}

function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] | null {
  if (typeof value !== 'object' || value === null || value instanceof Date) return null;
  if (Array.isArray(value)) return value.map((inner, k) => [k, inner] as const);
  const { items, entries } = value as Carried;
  if (Array.isArray(items)) return items.map((inner, k) => [k, inner] as const);
  if (entries !== undefined && !Array.isArray(entries)) return Object.entries(entries);
  return Object.getPrototypeOf(value) === Object.prototype ? Object.entries(value) : null;
}

/** True for columns that hold more than one value per row. */
export function isNested(type: DuckDBType): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type.toString());
}
