import { listOf, type Schema } from './schema.js';
import { inParentheses, type Place, type Writing, within } from './writing.js';

export function arrayType(writing: Writing, schema: Schema, place: Place): string {
  // Before 2020-12 a tuple was a list under `items`.
  const oldTuple = Array.isArray(schema.items);
  const fixed = oldTuple ? listOf(schema.items) : listOf(schema.prefixItems);
  const rest = oldTuple ? schema.additionalItems : schema.items;
  if (fixed.length > 0) return tupleType(writing, schema, fixed, rest, place);
  if (rest === false) return '[]';
  return `${inParentheses(writing.typeAt(rest ?? true, within(place)))}[]`;
}

/** Without `minItems` a tuple could be empty, but what people mean is all of it. */
function tupleType(writing: Writing, schema: Schema, fixed: readonly unknown[], rest: unknown, place: Place): string {
  const least = typeof schema.minItems === 'number' ? schema.minItems : fixed.length;
  const items = fixed.map((each, index) => {
    const type = writing.typeAt(each, within(place));
    return index < least ? type : `${inParentheses(type)}?`;
  });
  const closed = rest === false || (typeof schema.maxItems === 'number' && schema.maxItems <= fixed.length);
  if (!closed) items.push(`...${inParentheses(writing.typeAt(rest ?? true, within(place)))}[]`);
  return `[${items.join(', ')}]`;
}
