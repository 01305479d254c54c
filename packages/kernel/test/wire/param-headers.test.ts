import { expect, test } from 'vitest';
import { headerMismatch, paramHeaders, scanHeaders } from '../../src/wire/param-headers.js';

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

const declared = [
  { path: ['region'], header: 'Region' },
  { path: ['zone'], header: 'Zone' },
];

test.each([
  ['the same text', { region: 'north' }, { region: 'north' }, undefined],
  ['text in base64', { region: 'nörd' }, { region: '=?base64?bsO2cmQ=?=' }, undefined],
  ['a number written in another way', { zone: 42 }, { zone: '42.0' }, undefined],
  ['no argument, whatever the header says', { region: null }, { region: 'south' }, undefined],
  ['text that only begins like base64', { region: '=?base64?SGVsbG8=' }, { region: '=?base64?SGVsbG8=' }, undefined],
  ['no header', { region: 'north' }, {}, 'Mcp-Param-Region'],
  ['another text', { region: 'north' }, { region: 'south' }, 'Mcp-Param-Region'],
  ['another number', { region: 'a', zone: 42 }, { region: 'a', zone: '43' }, 'Mcp-Param-Zone'],
  ['base64 without its padding', { region: 'Hello' }, { region: '=?base64?SGVsbG8?=' }, 'Mcp-Param-Region'],
  ['base64 with foreign characters', { region: 'Hello' }, { region: '=?base64?SGVs!!!bG8=?=' }, 'Mcp-Param-Region'],
  ['base64 of what is no text', { region: 'a' }, { region: '=?base64?/w==?=' }, 'Mcp-Param-Region'],
])('a server compares headers with the body: %s', (_, args, headers: Record<string, string>, wrong) => {
  const found = headerMismatch(declared, args, (name) => headers[name.replace('mcp-param-', '')]);
  expect(found?.header).toBe(wrong);
});

test('what a client sends is what a server expects', () => {
  for (const region of ['north', 'nörd', ' padded ', '=?base64?x?=', '']) {
    const headers = paramHeaders(declared, { region, zone: -7 });
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(headerMismatch(declared, { region, zone: -7 }, (name) => lower[name])).toBeUndefined();
  }
});
