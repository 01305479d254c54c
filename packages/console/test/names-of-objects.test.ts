/** What a tool calls its arguments is for its server to choose; the form must neither fail nor reach what all objects share. */
import { expect, test } from 'vitest';
import { namesOfObjects } from '../../../test/support/names-of-objects.js';
import { argumentsFrom } from '../src/forms/arguments.js';
import { fieldsOf } from '../src/forms/fields.js';
import type { Schema } from '../src/forms/schema.js';

const text = { type: 'string' };

test.each(namesOfObjects)('an argument called "%s" is asked for and sent like any other', (name) => {
  const schema: Schema = { type: 'object', required: [name], properties: Object.fromEntries([[name, text]]) };
  const fields = fieldsOf(schema);
  expect(argumentsFrom(fields, {}).problems).toEqual(Object.fromEntries([[name, 'is needed']]));
  const answers = Object.fromEntries([[name, 'x']]);
  expect(JSON.stringify(argumentsFrom(fields, answers).value)).toBe(`{${JSON.stringify(name)}:"x"}`);
});

test.each(namesOfObjects)('a group called "%s" is sent, and no other object hears of it', (name) => {
  const group: Schema = { type: 'object', properties: { reached: text } };
  const fields = fieldsOf({ type: 'object', properties: Object.fromEntries([[name, group]]) });
  const answers = { [fields[0]?.id ?? '']: 'x' };
  expect(JSON.stringify(argumentsFrom(fields, answers).value)).toBe(`{${JSON.stringify(name)}:{"reached":"x"}}`);
  const shared = ({} as Record<string, unknown>)[name] as { reached?: string } | undefined;
  expect(shared?.reached).toBeUndefined();
});
