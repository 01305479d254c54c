/** The OpenAPI 3.1 document, made from the routes. 3.1 speaks JSON Schema 2020-12, which is what zod gives. */
import * as z from 'zod';
import { problemStatuses } from './problem.js';
import type { Route } from './route.js';
import { workspacePrefix } from './router.js';

type Json = Record<string, unknown>;

const ProblemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  code: z.string().describe('Branch on this, not on the words'),
  errors: z.record(z.string(), z.array(z.string())).optional().describe('Every wrong field'),
  suggestion: z.string().optional(),
  correlationId: z.string().optional(),
});

export function openApiDocument(routes: readonly Route[], base = ''): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `${workspacePrefix}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portarium control plane', version: '1.0.0' },
    ...(base === '' ? {} : { servers: [{ url: base }] }),
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemSchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  };
}

function operationOf(route: Route): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }),
    responses: { [route.status ?? 200]: success(route), ...problems },
  };
}

function success(route: Route): Json {
  if (route.status === 204) return { description: 'Done' };
  const type = route.streams ?? 'application/json';
  const schema = route.streams ? { type: 'string' } : route.answer ? schemaOf(route.answer, 'output') : {};
  return { description: 'Success', content: { [type]: { schema } } };
}

const problems: Json = Object.fromEntries(
  problemStatuses.map((status) => [
    status,
    {
      description: 'Refused or failed',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

function pathParameters({ path }: Route): Json[] {
  return [...`${workspacePrefix}${path}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query }: Route): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function headerParameters({ keyed, streams }: Route): Json[] {
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 200 } };
  const last = { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } };
  return [...(keyed ? [key] : []), ...(streams === 'text/event-stream' ? [last] : [])];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
