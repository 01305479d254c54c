import { ledgerFault } from '../faults.js';

/**
 * Canonical JSON after RFC 8785: one value has one spelling, so that its hash means something.
 *
 * Members are ordered by the UTF-16 code units of their names, nothing stands between tokens, numbers are written as
 * ECMAScript writes them, strings escape only what JSON demands. `JSON.stringify` already spells numbers and strings
 * that way; what it lacks is the order and the refusals below.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A member set to `undefined` is left out, as `JSON.stringify` does; everywhere else `undefined` is refused. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** Deeper nesting is refused, so that no verifier has to fear for its stack. */
export const maxDepth = 200;

export function canonicalJson(value: JsonValue): string {
  return write(value, []);
}

/** The way from the root to the value being written; kept only so that a refusal can say where. */
type Path = (string | number)[];

function write(value: unknown, path: Path): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path);
    case 'number':
      return writeNumber(value, path);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeNested(value, path);
    default:
      throw refused(path, `a value of type ${typeof value} has no JSON form`);
  }
}

/** Text that needs no escape and holds no surrogate: nearly all text there is. */
const plain = /^[ !#-[\]-\ud7ff]*$/;
/** Matches only surrogates without a partner: with the `u` flag a proper pair is one character of another kind. */
const loneSurrogate = /\p{Surrogate}/u;

function writeString(text: string, path: Path): string {
  if (plain.test(text)) return `"${text}"`;
  if (loneSurrogate.test(text)) throw refused(path, 'the text holds half a surrogate pair');
  return JSON.stringify(text);
}

function writeNumber(value: number, path: Path): string {
  if (!Number.isFinite(value)) throw refused(path, `${value} is not a JSON number`);
  // `String(-0)` is "0", which is what RFC 8785 asks for.
  return String(value);
}

function writeNested(value: object, path: Path): string {
  if (path.length >= maxDepth) throw refused(path, `values nest deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return writeArray(value, path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refused(path, 'it is an instance of a class');
  return writeObject(value as Readonly<Record<string, unknown>>, path);
}

function writeArray(items: readonly unknown[], path: Path): string {
  let out = '[';
  for (let i = 0; i < items.length; i++) {
    path.push(i);
    out += (i > 0 ? ',' : '') + write(items[i], path);
    path.pop();
  }
  return `${out}]`;
}

function writeObject(object: Readonly<Record<string, unknown>>, path: Path): string {
  let out = '{';
  for (const name of namesInOrder(object)) {
    const member = object[name];
    if (member === undefined) continue;
    path.push(name);
    out += `${(out.length > 1 ? ',' : '') + writeString(name, path)}:${write(member, path)}`;
    path.pop();
  }
  return `${out}}`;
}

/** The default order of `sort` is by UTF-16 code units, exactly the order RFC 8785 demands; often it is there already. */
function namesInOrder(object: object): readonly string[] {
  const names = Object.keys(object);
  for (let i = 1; i < names.length; i++) if ((names[i - 1] as string) > (names[i] as string)) return names.sort();
  return names;
}

function refused(path: Path, why: string): Error {
  const where = path.length > 20 ? [...path.slice(0, 20), '…'].join('/') : path.join('/');
  return ledgerFault('NotCanonical', `The value at /${where} cannot be recorded: ${why}.`, {
    context: { path: `/${where}` },
    suggestion: 'Record plain data: null, booleans, finite numbers, well-formed text, lists and objects of these.',
  });
}
