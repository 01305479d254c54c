import * as z from 'zod';

import type { Operation, RestBinding } from '../registry/operation.js';
import type { JsonSchema, SchemaSource } from '../registry/schema-source.js';

/** One field of an input as the API has it. */
export interface RestField {
  /** The name in the input. */
  readonly field: string;
  /** The name on the wire. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Where each field of an operation's input travels. */
export type RestShape = ReturnType<typeof shapeOf>;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Operations that the API has, in their order. */
export function restShapes(operations: readonly Operation[]): readonly RestShape[] {
  return operations.flatMap((operation) => (operation.rest === undefined ? [] : [shapeOf(operation, operation.rest)]));
}

/** Looked at once for each operation: a schema is not cheap to list. */
export function restShapeOf(operation: Operation): RestShape {
  const shape = known.get(operation) ?? (operation.rest === undefined ? undefined : shapeOf(operation, operation.rest));
  if (shape === undefined) throw new TypeError(`${operation.name} is not part of the REST API.`);
  known.set(operation, shape);
  return shape;
}

const known = new WeakMap<object, RestShape>();

function shapeOf(operation: Operation, rest: RestBinding) {
  const { properties = {}, required = [] } = jsonOf(operation.input, 'input') as ObjectSchema;
  const { fields = {}, headers = {} } = rest;
  const all = Object.entries(properties).map(([field, schema]) => ({
    field,
    name: headers[field] ?? fields[field] ?? field,
    schema,
    required: required.includes(field),
  }));
  const braced = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const path = all.filter(({ name }) => braced.includes(name));
  const others = all.filter(({ field, name }) => !braced.includes(name) && headers[field] === undefined);
  const inQuery = rest.method === 'GET' || rest.method === 'DELETE';
  const wholeBody = others.find(({ field }) => field === rest.body);
  return {
    operation,
    rest,
    path,
    query: inQuery ? others : [],
    body: inQuery ? [] : others,
    headers: all.filter(({ field }) => headers[field] !== undefined),
    /** The field that is the whole body. */
    wholeBody,
  };
}

/** JSON Schema 2020-12, which is what OpenAPI 3.1 speaks; without the line that says so. */
export function jsonOf(source: SchemaSource, io: 'input' | 'output'): JsonSchema {
  if (!(source instanceof z.ZodType)) return source;
  const { $schema: _, ...rest } = z.toJSONSchema(source, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}
