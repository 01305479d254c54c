/** The OpenAPI 3.1 document, made from the operations. */
import { openApiPaths, restShapes } from '@quadrivium/kernel';
import * as z from 'zod';
import { operations } from '../operations/list.js';
import { problemStatuses } from './problem.js';

type Json = Record<string, unknown>;

const ProblemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  code: z.string().describe('Branch on this, not on the words'),
  errors: z.record(z.string(), z.array(z.string())).optional().describe('Every wrong field'),
  suggestion: z.string().optional(),
  page: z.string().describe('Where the code is explained: an address, or a path of this server'),
  correlationId: z.string().optional(),
});

const problems: Json = Object.fromEntries(
  problemStatuses.map((status) => [
    status,
    {
      description: 'Refused or failed',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

export function openApiDocument(base = ''): Json {
  const { $schema: _, ...Problem } = z.toJSONSchema(ProblemSchema, { io: 'output' }) as Json;
  return {
    openapi: '3.1.0',
    info: { title: 'Portarium control plane', version: '1.0.0' },
    ...(base === '' ? {} : { servers: [{ url: base }] }),
    paths: openApiPaths(restShapes(operations), problems),
    components: {
      schemas: { Problem },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  };
}
