import { expect, test } from 'vitest';
import { paramHeaders, scanHeaders } from '../../src/client/param-headers.js';

const object = (properties: object): object => ({ type: 'object', properties });
const marked = (type: string, name: unknown = 'Region'): object => ({ type, 'x-mcp-header': name });

test('declarations are found at any depth of properties', () => {
  const schema = object({
    region: marked('string'),
    where: object({ zone: marked('integer', 'Zone') }),
    plain: { type: 'null' },
  });
  expect(scanHeaders(schema)).toEqual({
    declarations: [
      { path: ['region'], header: 'Region' },
      { path: ['where', 'zone'], header: 'Zone' },
    ],
  });
});

/** The constraints are those of the 2026-07-28 revision, Streamable HTTP, "Schema Extension". */
test.each([
  ['a number', object({ a: marked('number') })],
  ['an object', object({ a: marked('object') })],
  ['a name with a space', object({ a: marked('string', 'My Region') })],
  ['an empty name', object({ a: marked('string', '') })],
  ['a name that is no text', object({ a: marked('string', 5) })],
  ['two names that differ in case only', object({ a: marked('string', 'Region'), b: marked('string', 'region') })],
  ['an item of an array', object({ a: { type: 'array', items: marked('string') } })],
  ['a branch', { type: 'object', anyOf: [object({ a: marked('string') })] }],
  ['a definition', { type: 'object', $defs: { a: marked('string') } }],
  ['the schema itself', { ...object({}), 'x-mcp-header': 'Region' }],
])('a declaration on %s is refused', (_, schema) => {
  expect(scanHeaders(schema).fault).toBeTruthy();
});

test.each([
  ['text', 'eu', 'eu'],
  ['an integer', 42, '42'],
  ['a truth value', false, 'false'],
  ['text beyond ASCII in base64', 'São Paulo', '=?base64?U8OjbyBQYXVsbw==?='],
  ['text with outer space in base64', ' x ', '=?base64?IHgg?='],
  ['text that looks like base64 in base64', '=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ['nothing for null', null, undefined],
  ['nothing for an argument that is absent', undefined, undefined],
  ['nothing for an integer that is not exact', 2 ** 60, undefined],
])('an argument travels as %s', (_, value, header) => {
  const headers = paramHeaders([{ path: ['a', 'b'], header: 'Region' }], { a: { b: value } });
  expect(headers).toEqual(header === undefined ? {} : { 'Mcp-Param-Region': header });
});
