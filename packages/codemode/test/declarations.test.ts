import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogOf } from '../src/catalog.js';
import { checkedToolsText, declareTools, toolsText } from '../src/declarations/declare-tools.js';
import { sandboxApi } from '../src/declarations/sandbox-api.js';
import { typeOfSchema } from '../src/declarations/type-of-schema.js';
import { findCompiler } from '../src/program/find-compiler.js';
import { type FakeTool, hostTool } from './fixtures/memory-host.js';

const compiler = findCompiler([import.meta.url]) ?? '';

/** What the compiler says about a text under --strict; an empty string when it is content. */
function compile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cpe-test-'));
  try {
    // Not a .d.ts, which would be skipped.
    writeFileSync(join(folder, 'main.ts'), text);
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--lib',
      'es2023',
      '--types',
      '',
      '--ignoreConfig',
      '--pretty',
      'false',
    ];
    execFileSync(compiler, [...options, 'main.ts'], { cwd: folder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const API = sandboxApi({ keepState: true });

function declarationsOf(tools: readonly FakeTool[]): { read: string; checked: string } {
  const catalog = catalogOf(tools.map(hostTool));
  const declared = declareTools(catalog);
  return {
    read: `${API}\n${toolsText(declared)}`,
    checked: `${API}\n${checkedToolsText(declared, catalog.flat)}`,
  };
}

const node = {
  type: 'object',
  properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
  required: ['kids'],
};

describe('the type of', () => {
  test.each<[string, unknown, string]>([
    [
      'a required and an optional field',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
      '{ a: string; b?: number }',
    ],
    ['no type at all', {}, 'unknown'],
    ['everything and nothing', { anyOf: [true, false] }, 'unknown'],
    ['an object without fields', { type: 'object' }, '{}'],
    ['additional properties', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      'additional properties beside fields',
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
      '{ a?: string; [key: string]: unknown }',
    ],
    [
      'pattern properties',
      { type: 'object', patternProperties: { '^x': { type: 'string' } } },
      'Record<string, string>',
    ],
    [
      'odd names of properties',
      { properties: { 'a-b': {}, '': {}, 'c"d': {}, ünï: {}, class: {} } },
      '{ "a-b"?: unknown; ""?: unknown; "c\\"d"?: unknown; "ünï"?: unknown; class?: unknown }',
    ],
    ['a required field that is not declared', { type: 'object', required: ['a'] }, '{ a: unknown }'],
    ['an enumeration', { enum: ['a', 1, null, true] }, '"a" | 1 | null | true'],
    ['a constant', { const: { k: ['v'] } }, '{ k: ["v"] }'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['the nullable of OpenAPI', { type: 'string', nullable: true }, 'string | null'],
    ['oneOf', { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }, 'string | number[]'],
    [
      'an array of a union',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      '(string | number)[]',
    ],
    [
      'allOf',
      { allOf: [{ properties: { a: { type: 'string' } } }, { required: ['a'] }] },
      '{ a?: string } & { a: unknown }',
    ],
    [
      'fields beside anyOf',
      { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ a?: string } & ({ a: unknown } | { b: unknown })',
    ],
    ['a tuple', { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }, '[string, number]'],
    [
      'an open tuple',
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      '[string, ...number[]]',
    ],
    [
      'a tuple of an older draft',
      { type: 'array', items: [{ type: 'string' }], additionalItems: false, minItems: 0 },
      '[string?]',
    ],
    [
      'a reference that is used once',
      { properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'boolean' } } },
      '{ a?: boolean }',
    ],
    ['a reference to nowhere', { $ref: '#/$defs/missing' }, 'unknown'],
    ['a reference to another document', { $ref: 'https://example.com/schema.json' }, 'unknown'],
    [
      'a reference with escapes',
      { properties: { a: { $ref: '#/$defs/x~1y%20z' } }, $defs: { 'x/y z': { type: 'null' } } },
      '{ a?: null }',
    ],
  ])('%s', (_, schema, type) => {
    expect(typeOfSchema(schema).text).toBe(type);
  });

  test('what refers to itself has a name', () => {
    const { text, aliases } = typeOfSchema({ $ref: '#/$defs/node', $defs: { node } });
    expect(text).toBe('Node');
    expect([...aliases]).toEqual([['Node', '{ kids: Node[] }']]);
  });

  test('a schema that refers to all of itself has a name', () => {
    const { text, aliases } = typeOfSchema({ type: 'object', properties: { next: { $ref: '#' } } });
    expect([text, ...aliases]).toEqual(['Root', ['Root', '{ next?: Root }']]);
  });

  test('something endlessly deep ends', () => {
    let schema: object = { type: 'string' };
    for (let i = 0; i < 5_000; i += 1) schema = { type: 'object', properties: { a: schema } };
    expect(typeOfSchema(schema).text.length).toBeLessThan(1_000);
    const wide = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { type: 'object', properties: { a: {} } }]),
    );
    expect(typeOfSchema({ type: 'object', properties: wide }).text).toContain('p19999?: unknown');
  });
});

describe('declarations', () => {
  test('carry descriptions that cannot end their comment', () => {
    const { read } = declarationsOf([
      {
        name: 'a',
        description: 'Ends */ here\nand goes on.',
        inputSchema: { properties: { p: { description: 'x */ y', minimum: 1, default: 2 } } },
      },
    ]);
    expect(read).toContain('* Ends *\\/ here');
    expect(read).toContain('/** x *\\/ y (at least 1, default 2) */ p?: unknown;');
    expect(compile(read)).toBe('');
  });

  test('share a named type between tools that mean the same, and number those that do not', () => {
    const other = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } }, more: {} },
    };
    const tools = [node, node, other].map((each, i) => ({
      name: `t${i}`,
      inputSchema: { properties: { n: { $ref: '#/$defs/node' } }, $defs: { node: each } },
    }));
    const { read } = declarationsOf(tools);
    expect(read.match(/^type .*$/gm)).toEqual([
      'type Node = { kids: Node[] };',
      'type T0Input = { n?: Node };',
      'type T1Input = { n?: Node };',
      'type Node2 = { kids?: Node2[]; more?: unknown };',
      'type T2Input = { n?: Node2 };',
    ]);
    expect(compile(read)).toBe('');
  });

  test('name the input type of every tool, and the output type of every tool that declares one', () => {
    const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const size = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] };
    const { read, checked } = declarationsOf([
      { name: 'read_file', inputSchema: path },
      { name: 'stat-file', inputSchema: path, outputSchema: size },
      { server: 'other', name: 'read_file', inputSchema: { type: 'object' } },
    ]);
    expect(read.match(/^type .*$/gm)).toEqual([
      'type SrvReadFileInput = { path: string };',
      'type StatFileInput = { path: string };',
      'type StatFileOutput = { size: number };',
    ]);
    // An input without a field needs no line of its own, but programs may name its type all the same.
    expect(checked).toContain('type OtherReadFileInput = {};');
    expect(read.match(/Tool<(\w\w+|\{\}), \w+>/g)).toEqual([
      'Tool<SrvReadFileInput, string>',
      'Tool<StatFileInput, StatFileOutput>',
      'Tool<{}, string>',
    ]);
    const program = [
      "const input: StatFileInput = { path: 'a' };",
      'const all: Promise<StatFileOutput[]> = Promise.all([tools.srv.stat_file(input)]);',
      'const text: Promise<string> = tools.srv.read_file(input);',
    ];
    expect(compile(`${checked}\n${program.join('\n')}`)).toBe('');
    expect(compile(`${checked}\nconst wrong: StatFileInput = { file: 'a' };`)).toContain("'StatFileInput'");
  });

  test('let inputs leave out what has a default, and promise it in outputs', () => {
    const wait = { type: 'object', properties: { wait: { type: 'string', default: 'load' } }, required: ['wait'] };
    const { read } = declarationsOf([{ name: 'go', inputSchema: wait, outputSchema: wait }]);
    expect(read).toMatch(/type GoInput = \{[^}]*wait\?: string;?\s*\};/);
    expect(read).toMatch(/type GoOutput = \{[^}]*wait: string;?\s*\};/);
  });

  test('keep the names of types apart, whatever tools and definitions are called', () => {
    const refers = (name: string) => ({
      properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } },
      $defs: { [name]: { type: 'object', properties: { deep: { type: 'string' } } } },
    });
    const names = ['a_b', 'a-b.', 'aB', 'a_b_Input', '读取', '写入', 'tool', 'a_b2'];
    const tools = names.map((name) => ({
      name,
      inputSchema: refers('a_b_input'),
      outputSchema: refers('tool_output'),
    }));
    const { read } = declarationsOf(tools);
    const declared = read.match(/(?<=^type )\w+/gm) ?? [];
    expect(new Set(declared).size).toBe(declared.length);
    expect(compile(read)).toBe('');
  });

  test('of recursion in every disguise compile under --strict (K17)', () => {
    const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
    const schemas: object[] = [
      { $ref: '#/$defs/a', $defs: { a: ref('a') } },
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [ref('a'), { type: 'null' }] } } },
      {
        $ref: '#/$defs/a',
        $defs: { a: { anyOf: [ref('b'), { type: 'null' }] }, b: { oneOf: [ref('a'), { type: 'string' }] } },
      },
      { $ref: '#/$defs/a', $defs: { a: { additionalProperties: ref('a') } } },
      {
        $ref: '#/$defs/json',
        $defs: {
          json: {
            anyOf: [
              { type: 'string' },
              { type: 'array', items: ref('json') },
              { type: 'object', additionalProperties: ref('json') },
            ],
          },
        },
      },
      {
        $ref: '#/$defs/a',
        $defs: {
          a: { allOf: [{ properties: { x: ref('b') } }, ref('b')] },
          b: { anyOf: [ref('a'), { type: 'null' }] },
        },
      },
      { $ref: '#/$defs/a', $defs: { a: { prefixItems: [ref('a')], items: ref('a') } } },
      {
        properties: { e: ref('Error'), p: ref('Promise'), q: ref('Promise') },
        $defs: { Error: { properties: { x: ref('Error') } }, Promise: { type: 'string' } },
      },
    ];
    const { read, checked } = declarationsOf(
      schemas.map((inputSchema, i) => ({
        name: `t${i}`,
        inputSchema,
        outputSchema: inputSchema as Record<string, unknown>,
      })) as FakeTool[],
    );
    expect(compile(read)).toBe('');
    expect(compile(checked)).toBe('');
  });

  test('are the same for the same tools in another order', () => {
    const tools = ['b', 'a', 'c'].map((name) => ({ name }));
    expect(declarationsOf(tools).read).toBe(declarationsOf(tools.toReversed()).read);
  });
});

/** Schemas as they might come from anywhere: sensible keywords, senseless combinations, references forwards and back. */
const anySchema = fc.letrec((tie) => {
  const name = fc.oneof(
    fc.constantFrom('a', 'b', 'class', 'x-y', '__proto__', 'constructor'),
    fc.string({ maxLength: 6, unit: 'grapheme' }),
  );
  const sub = tie('schema');
  const list = fc.array(sub, { maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(
        true,
        false,
        {},
        { type: 'string' },
        { type: 'integer' },
        { type: 'null' },
        { type: ['string', 'null'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('object', 'array', 'string', ['object', 'null'], 'nonsense'),
          properties: fc.dictionary(name, sub, { maxKeys: 3 }),
          required: fc.array(name, { maxLength: 2 }),
          additionalProperties: sub,
          patternProperties: fc.dictionary(name, sub, { maxKeys: 1 }),
          items: fc.oneof(sub, list),
          prefixItems: list,
          minItems: fc.nat(3),
          maxItems: fc.nat(3),
          anyOf: list,
          oneOf: list,
          allOf: list,
          enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
          const: fc.jsonValue({ maxDepth: 1 }),
          nullable: fc.boolean(),
          description: fc.string({ maxLength: 12 }),
          default: fc.jsonValue({ maxDepth: 0 }),
          $ref: fc.constantFrom('#', '#/$defs/x', '#/$defs/y', '#/$defs/missing', '#/properties/a', 'other.json'),
        },
        { requiredKeys: [] },
      ),
    ),
  };
}).schema;

const rootSchema = fc
  .record({ schema: anySchema, x: anySchema, y: anySchema })
  .map(
    ({ schema, x, y }) =>
      ({ ...(typeof schema === 'object' ? schema : {}), $defs: { x, y } }) as Record<string, unknown>,
  );

test('declarations of random schemas compile under --strict (K17)', () => {
  // Many tools in one compilation, because starting the compiler is what costs.
  fc.assert(
    fc.property(fc.array(fc.tuple(rootSchema, rootSchema), { minLength: 40, maxLength: 40 }), (pairs) => {
      const tools = pairs.map(([inputSchema, outputSchema], i) => ({ name: `t${i}`, inputSchema, outputSchema }));
      const { read, checked } = declarationsOf(tools);
      expect(compile(read)).toBe('');
      expect(compile(checked)).toBe('');
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
