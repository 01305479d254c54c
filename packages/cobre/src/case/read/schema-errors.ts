import type * as z from 'zod';
import type { ErrorRecord } from '../../faults.js';
import { errorRecord, shown } from '../finding.js';
import type { EntityId } from '../identity.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Turns what Zod says about a document into error records with the kinds and contexts of the validation report. */
export function schemaErrors(file: string, document: unknown, issues: readonly Issue[]): ErrorRecord[] {
  return issues.flatMap((issue) => fromIssue(file, document, issue, issue.path));
}

function fromIssue(file: string, document: unknown, issue: Issue, path: Path): ErrorRecord[] {
  const value = valueAt(document, path);
  const place = { file, ...locate(document, path) };
  if (value === undefined && issue.code !== 'unrecognized_keys') return [missing(place, issue)];
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'never') return [misplaced(place)];
      return [wrongType(place, value, issue.expected)];
    case 'invalid_value':
      return [notAllowed(place, value, issue.values)];
    case 'too_small':
    case 'too_big':
      return [outside(place, value, issue)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => unrecognized({ ...place, field: join(place.field, key) }, key));
    case 'invalid_union':
      return union(file, document, issue, path, place, value);
    default:
      return [violation(place, value, issue.message)];
  }
}

interface Place {
  readonly file: string;
  readonly entity_id: EntityId | null;
  readonly field: string;
}

function missing(place: Place, issue: Issue): ErrorRecord {
  const expected = issue.code === 'invalid_type' ? issue.expected : 'a value';
  return errorRecord(
    'SchemaViolation',
    `${where(place)}: required key '${place.field}' is missing.`,
    { ...place, expected, actual: null },
    `Add '${place.field}' to ${place.file}.`,
  );
}

function wrongType(place: Place, value: unknown, expected: string): ErrorRecord {
  if (typeof value === 'number' && !Number.isFinite(value)) return outOfRange(place, String(value), null, null);
  const actual = typeName(value);
  return errorRecord(
    'TypeMismatch',
    `${where(place)}: '${place.field}' must be ${expected}, but is ${shown(value)} (${actual}).`,
    { ...place, expected_type: expected, actual_type: actual },
    `Write '${place.field}' as ${expected}.`,
  );
}

function notAllowed(place: Place, value: unknown, allowed: readonly unknown[]): ErrorRecord {
  if (typeof value !== typeof allowed[0]) return wrongType(place, value, typeof allowed[0]);
  return errorRecord(
    'InvalidEnum',
    `${where(place)}: '${place.field}' is ${shown(value)}, which is not one of ${allowed.map(shown).join(', ')}.`,
    { ...place, value, allowed_values: allowed },
    `Use one of: ${allowed.map(String).join(', ')}.`,
  );
}

function outside(place: Place, value: unknown, issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): ErrorRecord {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  if (typeof value !== 'number') return violation(place, value, sizeOf(value, issue.code, Number(limit)));
  const bound = issue.inclusive === false ? `${limit} (excluded)` : Number(limit);
  return issue.code === 'too_small' ? outOfRange(place, value, bound, null) : outOfRange(place, value, null, bound);
}

/** What a list or a text with too little or too much in it must be. */
function sizeOf(value: unknown, code: 'too_small' | 'too_big', limit: number): string {
  const what = Array.isArray(value) ? (limit === 1 ? 'entry' : 'entries') : limit === 1 ? 'character' : 'characters';
  return `must have at ${code === 'too_small' ? 'least' : 'most'} ${limit} ${what}`;
}

function outOfRange(
  place: Place,
  value: unknown,
  min: number | string | null,
  max: number | string | null,
): ErrorRecord {
  const range = min !== null ? lowerLimit(min) : max !== null ? `at most ${max}` : 'a finite number';
  return errorRecord(
    'OutOfRange',
    `${where(place)}: '${place.field}' is ${shown(value)}, but must be ${range}.`,
    { ...place, value, min, max },
    `Set '${place.field}' to ${range}.`,
  );
}

function lowerLimit(min: number | string): string {
  return typeof min === 'number' ? `at least ${min}` : `above ${min.replace(' (excluded)', '')}`;
}

function misplaced(place: Place): ErrorRecord {
  return errorRecord(
    'SchemaViolation',
    `${where(place)}: '${place.field}' does not belong here.`,
    { ...place, expected: 'no such key', actual: place.field },
    `Move '${place.field}' to training.${place.field} in config.json.`,
  );
}

function unrecognized(place: Place, key: string): ErrorRecord {
  return errorRecord(
    'SchemaViolation',
    `${where(place)}: key '${key}' is not allowed here.`,
    { ...place, expected: 'only known keys', actual: key },
    `Remove '${key}'.`,
  );
}

function violation(place: Place, value: unknown, detail: string): ErrorRecord {
  return errorRecord(
    'SchemaViolation',
    `${where(place)}: '${place.field}' ${lowerFirst(detail)}.`,
    { ...place, expected: detail, actual: value },
    `Correct '${place.field}' in ${place.file}: it ${lowerFirst(detail)}.`,
  );
}

/** Of the alternatives of a union, speaks about the one the author most likely meant. */
function union(
  file: string,
  document: unknown,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  place: Place,
  value: unknown,
): ErrorRecord[] {
  if (issue.errors.length === 0) return [notAllowed(place, value, discriminatorOptions(issue))];
  const meant =
    issue.errors.find((branch) => branch.every((inner) => inner.path.length > 0)) ??
    issue.errors.find((branch) => branch.every((inner) => inner.code === 'invalid_value' && typeof value === 'string'));
  if (meant) return meant.flatMap((inner) => fromIssue(file, document, inner, [...path, ...inner.path]));
  const expected = issue.errors.flatMap((branch) => branch.map(expectedType));
  return [wrongType(place, value, [...new Set(expected)].join(' or '))];
}

function discriminatorOptions(issue: Extract<Issue, { code: 'invalid_union' }>): readonly unknown[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : ['a known type'];
}

function expectedType(issue: Issue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.code === 'invalid_value' ? issue.values.map(String).join(' or ') : 'another form';
}

export function valueAt(document: unknown, path: Path): unknown {
  let value: unknown = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const ownIds = ['id', 'hydro_id', 'thermal_id', 'bus_id', 'line_id', 'ncs_id', 'stage_id', 'season_id'];

/** The entity a path lies in (the outermost element of a list that carries an id) and the field inside it. */
export function locate(document: unknown, path: Path): { entity_id: EntityId | null; field: string } {
  for (let depth = 1; depth <= path.length; depth++) {
    if (typeof path[depth - 1] !== 'number') continue;
    const element = valueAt(document, path.slice(0, depth));
    const id = ownIds.map((key) => valueAt(element, [key])).find((v) => typeof v === 'number' || typeof v === 'string');
    if (id !== undefined) return { entity_id: id as EntityId, field: dotted(path.slice(depth)) || dotted(path) };
  }
  return { entity_id: null, field: dotted(path) || '(root)' };
}

function dotted(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : join(text, String(key))),
    '',
  );
}

function join(parent: string, key: string): string {
  return parent === '' || parent === '(root)' ? key : `${parent}.${key}`;
}

function where(place: Place): string {
  return place.entity_id === null ? place.file : `${place.file}, entry ${shown(place.entity_id)}`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
