import { propertyName } from '../identifiers.js';
import { isSchema } from './schema.js';

/** A longer list is no help to whoever reads it; the type of its values is. */
const MAX_VALUES = 120;

/** The type that has exactly this value. */
export function literalType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (isSchema(value)) {
    const fields = Object.entries(value).map(([name, each]) => `${propertyName(name)}: ${literalType(each)}`);
    return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`;
  }
  return value === undefined ? 'unknown' : JSON.stringify(value);
}

export function enumType(values: readonly unknown[]): string {
  const types = [...new Set(values.length > MAX_VALUES ? values.map(wideType) : values.map(literalType))];
  return types.length === 0 ? 'never' : types.join(' | ');
}

function wideType(value: unknown): string {
  if (value === null) return 'null';
  return ['string', 'number', 'boolean'].includes(typeof value) ? typeof value : 'unknown';
}
