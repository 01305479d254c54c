/** A request as the arguments of its operation, and arguments as the request that says them. */

import { isObject } from '../essentials/index.js';
import { own } from '../essentials/own.js';
import { Fault } from '../fault.js';
import type { SchemaIssue } from '../registry/compiled-schema.js';
import type { Operation } from '../registry/operation.js';
import { type RestField, type RestShape, restShapeOf } from './rest-shape.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a request says besides its method and path. */
export interface ReceivedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export type RestRequest = ReturnType<typeof requestOf>;

/** A name that is not one of ours arrives at the check under a name that no input has, and is refused there. */
const stray = (name: string): string => `~${name}`;

/** Checked by the gate and not here: a request that is wrong is a call that was refused. */
export function argumentsOf(shape: RestShape, received: ReceivedRequest): unknown {
  const { path, query, body, headers, wholeBody } = shape;
  const said = (fields: readonly RestField[], values: Fields) =>
    fields.flatMap(({ field, name }) => (values[name] === undefined ? [] : [[field, values[name]] as const]));
  const inHeaders = Object.fromEntries(headers.map(({ name }) => [name, received.headers[name.toLowerCase()]]));
  return Object.fromEntries([
    ...(query.length === 0 ? [] : named(query, received.query)),
    ...(wholeBody === undefined
      ? bodyFields(shape, body, received.body)
      : said([wholeBody], { [wholeBody.name]: received.body })),
    ...said(headers, inHeaders),
    ...said(path, received.params),
  ]);
}

function bodyFields({ rest }: RestShape, fields: readonly RestField[], body: unknown): (readonly [string, unknown])[] {
  if (fields.length === 0) return [];
  if (body === undefined && rest.needsBody !== true) return [];
  if (isObject(body)) return named(fields, body);
  return [[stray('body'), body]];
}

function named(fields: readonly RestField[], values: Fields): (readonly [string, unknown])[] {
  const byName = new Map(fields.map(({ field, name }) => [name, field]));
  return Object.entries(values).map(([name, value]) => [byName.get(name) ?? stray(name), value] as const);
}

/** The request a client makes to have an operation done. */
export function requestOf(operation: Operation, args: Fields) {
  const { rest, path, query, body, headers, wholeBody } = restShapeOf(operation);
  const texts = (fields: readonly RestField[]) =>
    Object.fromEntries(given(fields, args).map(([name, value]) => [name, String(value)]));
  const inPath = texts(path);
  const words = Object.fromEntries(given(body, args));
  return {
    method: rest.method,
    path: rest.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? '')),
    query: texts(query),
    body: wholeBody === undefined ? (body.length === 0 ? undefined : words) : args[wholeBody.field],
    headers: texts(headers),
  };
}

function given(fields: readonly RestField[], args: Fields): (readonly [string, unknown])[] {
  return fields.flatMap(({ field, name }) => (args[field] === undefined ? [] : [[name, args[field]] as const]));
}

/** What is wrong with a request, field by field in the words of the API; nothing for any other fault. */
export function fieldErrors(shape: RestShape, fault: unknown): Readonly<Record<string, readonly string[]>> | undefined {
  if (!(fault instanceof Fault) || fault.kind !== 'InvalidArguments') return undefined;
  const errors: Record<string, string[]> = Object.create(null);
  for (const { path, message, reason } of (fault.context.issues ?? []) as readonly SchemaIssue[]) {
    const field = wireName(shape, path);
    errors[field] = [...(own(errors, field) ?? []), reason === 'unknown' ? 'is not a known field' : message];
  }
  return errors;
}

function wireName({ path, query, body, headers, wholeBody }: RestShape, at: string): string {
  const [, first = '', rest = ''] = /^([^.[]*)(.*)$/.exec(at) ?? [];
  if (first === stray('body') || at === '') return 'request';
  if (first.startsWith('~')) return `${first.slice(1)}${rest}`;
  if (first === wholeBody?.field) return rest.replace(/^\./, '') || 'request';
  const known = [...path, ...query, ...body, ...headers].find(({ field }) => field === first);
  return `${known?.name ?? first}${rest}`;
}
