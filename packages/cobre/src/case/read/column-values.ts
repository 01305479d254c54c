import type { SchemaElement } from 'hyparquet';
import type { ErrorRecord } from '../../faults.js';
import { errorRecord, shown } from '../finding.js';
import type { Column } from '../table/column.js';
import { dayOf } from './calendar.js';

/** A column with every value checked and converted, or what is wrong with it. Only the first bad value is reported. */
export type CheckedColumn =
  | { readonly ok: true; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly error: ErrorRecord };

interface Target {
  readonly file: string;
  readonly name: string;
  readonly column: Column;
}

const integers = new Set(['INT32', 'INT64']);
const reals = new Set(['DOUBLE', 'FLOAT', 'INT32', 'INT64']);

/** Whether a physical type can carry a declared column at all. */
export function typeError(target: Target, element: SchemaElement): ErrorRecord | null {
  if (fits(target.column, element)) return null;
  const actual = describeType(element);
  return errorRecord(
    'TypeMismatch',
    `${target.file}: column '${target.name}' has type ${actual}, but must hold ${target.column.type} values.`,
    {
      file: target.file,
      entity_id: null,
      field: target.name,
      expected_type: target.column.type,
      actual_type: actual,
    },
    `Write '${target.name}' as ${preferredType[target.column.type]}.`,
  );
}

const preferredType = { id: 'INT32 (or a UTF-8 string)', int: 'INT32', double: 'DOUBLE', date: 'DATE' };

function fits(column: Column, element: SchemaElement): boolean {
  if (element.num_children !== undefined && element.num_children > 0) return false;
  if (element.repetition_type === 'REPEATED' || isDecimal(element)) return false;
  const type = element.type ?? 'none';
  const timed = isTimed(element);
  switch (column.type) {
    case 'date':
      return timed || isText(element);
    case 'id':
      return !timed && (integers.has(type) || isText(element));
    case 'int':
      // Tables with nulls often come from tools that turn such integers into doubles.
      return !timed && (integers.has(type) || (column.optional && type === 'DOUBLE'));
    case 'double':
      return !timed && reals.has(type);
  }
}

function isDecimal(element: SchemaElement): boolean {
  return element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
}

function isText(element: SchemaElement): boolean {
  return (
    element.type === 'BYTE_ARRAY' && (element.converted_type === 'UTF8' || element.logical_type?.type === 'STRING')
  );
}

function isTimed(element: SchemaElement): boolean {
  const name = `${element.converted_type ?? ''} ${element.logical_type?.type ?? ''}`;
  return /DATE|TIME/.test(name) || element.type === 'INT96';
}

function describeType(element: SchemaElement): string {
  const logical = element.logical_type?.type ?? element.converted_type;
  const physical = element.type ?? 'a nested group';
  return logical === undefined ? physical : `${physical} (${logical})`;
}

export function checkColumn(target: Target, values: readonly unknown[]): CheckedColumn {
  const converted: unknown[] = [];
  for (let row = 0; row < values.length; row++) {
    const raw = values[row];
    const value = convert(target.column, raw);
    const found = valueError(target, row, raw, value);
    if (found !== null) return { ok: false, error: found };
    converted.push(value);
  }
  return { ok: true, values: converted };
}

function convert(column: Column, raw: unknown): unknown {
  if (raw === null || raw === undefined) return null;
  if (column.type === 'date') return dayOf(raw);
  if (column.type === 'int' && column.optional && Number.isNaN(raw)) return null;
  return raw;
}

function valueError(target: Target, row: number, raw: unknown, value: unknown): ErrorRecord | null {
  const { file, name, column } = target;
  const at = `${file}, row ${row}`;
  if (value === null) {
    if (column.optional && (raw === null || raw === undefined || Number.isNaN(raw))) return null;
    const actual = raw === undefined ? null : raw;
    return errorRecord(
      'SchemaViolation',
      `${at}: '${name}' is ${shown(actual)}, but needs a value.`,
      { file, entity_id: null, field: name, expected: `${column.type} value`, actual },
      `Give every row a value for '${name}'.`,
    );
  }
  if (typeof value !== 'number') return null;
  if (column.type === 'int' && Number.isFinite(value) && !Number.isInteger(value)) {
    const context = { file, entity_id: null, field: name, expected_type: 'int', actual_type: 'double' };
    const suggestion = `Write a whole number as '${name}' in row ${row}.`;
    return errorRecord('TypeMismatch', `${at}: '${name}' is ${value}, but must be an integer.`, context, suggestion);
  }
  return withinRange(column, value) ? null : rangeError(target, at, value);
}

function withinRange({ min, max, aboveMin }: Column, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (min !== undefined && (aboveMin ? value <= min : value < min)) return false;
  return max === undefined || value <= max;
}

function rangeError({ file, name, column }: Target, at: string, value: number): ErrorRecord {
  const min = column.min === undefined ? null : column.aboveMin ? `${column.min} (excluded)` : column.min;
  const max = column.max ?? null;
  const shownValue = Number.isFinite(value) ? value : String(value);
  return errorRecord(
    'OutOfRange',
    `${at}: '${name}' is ${value}, outside its range (min ${min ?? 'none'}, max ${max ?? 'none'}).`,
    { file, entity_id: null, field: name, value: shownValue, min, max },
    `Correct '${name}' in row ${row(at)}.`,
  );
}

function row(at: string): string {
  return at.slice(at.lastIndexOf(' ') + 1);
}
