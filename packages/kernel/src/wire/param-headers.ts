import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../essentials/is-object.js';
import { own } from '../essentials/own.js';

/**
 * Revision 2026-07-28 lets a tool name arguments that travel as HTTP headers too (`x-mcp-header` in its input schema), so
 * that gateways can route without reading bodies. A client must send them, and must not offer a tool whose declarations
 * break the rules.
 */
export interface HeaderDeclaration {
  readonly path: readonly string[];
  readonly header: string;
}

export type HeaderScan =
  | { readonly declarations: readonly HeaderDeclaration[]; readonly fault?: undefined }
  | { readonly declarations?: undefined; readonly fault: string };

const MARK = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set<unknown>(['string', 'integer', 'boolean']);

/** Finds the declarations: only properties reached through `properties` alone may carry one. */
export function scanHeaders(inputSchema: unknown): HeaderScan {
  const declarations: HeaderDeclaration[] = [];
  const faults = [...visit(inputSchema, [], true, declarations)];
  const names = declarations.map(({ header }) => header.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) faults.push(`${MARK} ${twice} is declared twice`);
  return faults[0] === undefined ? { declarations } : { fault: faults[0] };
}

function* visit(node: unknown, path: string[], reachable: boolean, found: HeaderDeclaration[]): Generator<string> {
  if (Array.isArray(node)) for (const each of node) yield* visit(each, path, false, found);
  if (!isObject(node)) return;
  if (MARK in node) {
    const fault = declarationFault(node, path, reachable);
    if (fault === undefined) found.push({ path, header: node[MARK] as string });
    else yield `${path.join('.') || 'the schema'}: ${fault}`;
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && isObject(value)) {
      for (const [name, child] of Object.entries(value)) yield* visit(child, [...path, name], reachable, found);
    } else if (!DATA_KEYWORDS.has(key)) yield* visit(value, path, false, found);
  }
}

/** Keywords whose values are data, where the mark would be a word like any other. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'examples', 'required']);

function declarationFault(schema: JsonObject, path: string[], reachable: boolean): string | undefined {
  const header = schema[MARK];
  if (!reachable || path.length === 0) return `${MARK} stands where a plain property chain does not lead`;
  if (typeof header !== 'string' || !TOKEN.test(header))
    return `${MARK} ${JSON.stringify(header)} is not a header name`;
  if (!TYPES.has(schema.type)) return `${MARK} needs a string, integer or boolean, not ${JSON.stringify(schema.type)}`;
  return undefined;
}

/** The headers of one call; absent and null arguments have none. */
export function paramHeaders(declarations: readonly HeaderDeclaration[], args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of declarations) {
    const value = textOf(valueAt(path, args));
    if (value !== undefined) headers[`Mcp-Param-${header}`] = headerValue(value);
  }
  return headers;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Text that a header field would not carry unchanged travels in base64, marked as such. */
function headerValue(text: string): string {
  const plain = /^[\x20-\x7e\t]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** Which header of a call is missing or says something else than the body, in words for the caller; undefined when none. */
export function headerMismatch(
  declarations: readonly HeaderDeclaration[],
  args: unknown,
  headerOf: (name: string) => string | undefined,
): { readonly header: string; readonly body: string } | undefined {
  for (const { path, header: name } of declarations) {
    const header = `Mcp-Param-${name}`;
    const value = textOf(valueAt(path, args));
    if (value === undefined) continue;
    const sent = headerOf(header.toLowerCase());
    const where = `the body carries ${path.join('.')}=${JSON.stringify(value)}`;
    if (sent === undefined) return { header, body: `${where} but the ${header} header is absent` };
    const decoded = decodedValue(sent);
    if (decoded === undefined) return { header, body: `the ${header} header carries invalid base64` };
    if (!isEqual(decoded, valueAt(path, args), value)) {
      return { header, body: `${where} but the ${header} header says ${JSON.stringify(decoded)}` };
    }
  }
  return undefined;
}

function valueAt(path: readonly string[], args: unknown): unknown {
  return path.reduce<unknown>((node, key) => (isObject(node) ? own(node, key) : undefined), args);
}

/** Numbers are compared as numbers: `42.0` and `42` are the same argument. */
function isEqual(decoded: string, value: unknown, text: string): boolean {
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(decoded)) return Number(decoded) === value;
  return decoded === text;
}

function decodedValue(sent: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(sent)?.[1];
  if (encoded === undefined) return sent;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded || !isUtf8(bytes)) return undefined;
  return bytes.toString('utf8');
}
