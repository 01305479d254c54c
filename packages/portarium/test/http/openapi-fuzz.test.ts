import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { type World, world } from './world.js';

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly parameters: { name: string; in: string; schema: Json }[];
  readonly requestBody?: { content: Record<string, { schema: Json }> };
  readonly responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

/** Values that fit a schema, more or less: the server must cope with both. */
function fitting(schema: Json, depth = 0): fc.Arbitrary<unknown> {
  const {
    type,
    enum: choices,
    const: fixed,
    anyOf,
    oneOf,
    properties = {},
    required = [],
    items,
  } = schema as {
    type?: string;
    enum?: unknown[];
    const?: unknown;
    anyOf?: Json[];
    oneOf?: Json[];
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
  };
  if (fixed !== undefined) return fc.constant(fixed);
  if (choices) return fc.constantFrom(...choices);
  const options = anyOf ?? oneOf;
  if (options) return fc.oneof(...options.map((option) => fitting(option, depth + 1)));
  if (type === 'string')
    return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('notes', 'ws-a', '', '\u0000', 'é'));
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double());
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(fitting(items ?? {}, depth + 1), { maxLength: 3 });
  if (type === 'object' && depth < 4) {
    const fields = Object.entries(properties).map(([name, field]) => [name, fitting(field, depth + 1)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) });
  }
  return fc.jsonValue({ maxDepth: 2 });
}

describe('the REST API against its own document', () => {
  let w: World;
  let document: { paths: Record<string, Record<string, Operation>>; components: Json; openapi: string };
  beforeAll(async () => {
    w = await world();
    document = (await w.request('zoe', 'GET', '/openapi.json')).body as never;
  });
  afterAll(() => w.close());

  test('names every operation once and speaks OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(60);
  });

  test('hundreds of requests made from the document get documented answers and never an internal error', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => operationId !== 'streamEvents' && operationId !== 'exportEvidence')
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    const known = ['notes', 'x', 'alice', 'run_1', 'a%2Fb', '%00'];
    const requests = fc.constantFrom(...operations).chain((target) => {
      const schema = target.operation.requestBody?.content['application/json']?.schema;
      const query = target.operation.parameters.filter((parameter) => parameter.in === 'query');
      return fc.record({
        target: fc.constant(target),
        body: schema === undefined ? fc.constant(undefined) : fc.oneof(fitting(schema), fc.jsonValue({ maxDepth: 2 })),
        query: fc.record(Object.fromEntries(query.map(({ name, schema: field }) => [name, fitting(field)])), {
          requiredKeys: [],
        }),
        id: fc.constantFrom(...known),
        as: fc.constantFrom('adam' as const, 'alice' as const, 'zoe' as const, 'bot-1' as const),
      });
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ target, body, query, id, as }) => {
        const path = target.path.replace('{workspaceId}', 'ws-a').replace(/\{\w+\}/g, id);
        const words = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const answer = await w.request(
          as,
          target.method,
          `${path}?${words}`,
          body === undefined ? undefined : JSON.stringify(body),
        );
        const where = `${as} ${target.method} ${path}?${words} ${JSON.stringify(body)} -> ${answer.status} ${JSON.stringify(answer.body)}`;
        expect(answer.status, where).not.toBe(500);
        const promised = target.operation.responses[answer.status];
        expect(answer.status === 204 || promised !== undefined, where).toBe(true);
        const type = answer.headers.get('content-type') ?? '';
        expect(answer.status < 300 ? 'application/json' : 'application/problem+json', where).toBe(
          answer.status === 204 ? 'application/json' : type,
        );
        const schema = promised?.content?.[type]?.schema;
        if (schema === undefined || answer.status === 204) return;
        const valid = ajv.validate({ ...schema, components: document.components }, answer.body);
        expect(valid, `${where}\n${JSON.stringify(ajv.errors)}`).toBe(true);
      }),
      { numRuns: sampledCount('requests made from the document', 400, 100), seed: Number(process.env.FUZZ_SEED ?? 6) },
    );
    expect((await w.rest('zoe', 'GET', '/evidence:verify')).body.valid).toBe(true);
  });
});
