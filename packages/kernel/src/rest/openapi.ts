/** The paths of an OpenAPI 3.1 document, made from operations, so that it cannot promise what the server does not do. */
import type { JsonSchema } from '../registry/schema-source.js';
import { jsonOf, type RestField, type RestShape } from './rest-shape.js';

type Json = Record<string, unknown>;

/** `problems` are the responses that every operation may give besides success. */
export function openApiPaths(shapes: readonly RestShape[], problems: Json): Json {
  const paths: Record<string, Json> = {};
  for (const shape of shapes) {
    const { path, method } = shape.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(shape, problems) };
  }
  return paths;
}

function described(shape: RestShape, problems: Json): Json {
  const { operation, rest, path, query, headers } = shape;
  return {
    operationId: rest.operationId ?? operation.name,
    summary: rest.summary ?? operation.title,
    tags: [rest.tag],
    parameters: [
      ...path.map(({ name }) => ({ name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } })),
      ...query.map(({ name, schema, required }) => ({ name, in: 'query', required, schema })),
      ...headers.map(({ name, schema: { description: _, ...schema } }) => ({ name, in: 'header', schema })),
    ],
    ...requestBody(shape),
    responses: { [rest.status ?? 200]: success(shape), ...problems },
  };
}

function requestBody({ rest, body, wholeBody }: RestShape): Json {
  if (body.length === 0) return {};
  const required = rest.needsBody === true || body.some((field) => field.required);
  const schema = wholeBody?.schema ?? objectOf(body);
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function objectOf(fields: readonly RestField[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function success({ operation: { output }, rest }: RestShape): Json {
  if (rest.status === 204) return { description: 'Done' };
  const type = rest.streams ?? 'application/json';
  const schema = rest.streams ? { type: 'string' } : output === undefined ? {} : jsonOf(output, 'output');
  return { description: 'Success', content: { [type]: { schema } } };
}
