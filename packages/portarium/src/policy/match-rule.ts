import { isObject } from '@quadrivium/kernel/essentials';
import type { ArgumentCondition, RuleMatch } from '../domain/policy.js';
import type { CallFacts } from './evaluate.js';

/** `*` stands for any text. Walked by hand, because a pattern from a stranger could be made to take its time. */
export function globMatches(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return glob === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

export function matches(match: RuleMatch, call: CallFacts): boolean {
  return (
    anyGlob(match.tools, call.tool) &&
    anyGlob(match.servers, call.server) &&
    among(match.classes, call.class) &&
    among(match.tiers, call.tier) &&
    among(match.environments, call.environment) &&
    anyGlob(match.agents, call.agentId ?? '') &&
    (match.roles === undefined || match.roles.some((role) => call.roles.includes(role))) &&
    anyGlob(match.workflows, call.workflowId) &&
    inHours(match.hoursUtc, call.at) &&
    (match.arguments ?? []).every((condition) => holds(condition, call.arguments))
  );
}

function anyGlob(globs: readonly string[] | undefined, text: string): boolean {
  return globs === undefined || globs.some((glob) => globMatches(glob, text));
}

function among<T>(list: readonly T[] | undefined, value: T): boolean {
  return list === undefined || list.includes(value);
}

/** From 22 until 6 goes over midnight. */
function inHours(hours: readonly [number, number] | undefined, at: number): boolean {
  if (hours === undefined) return true;
  const [from, until] = hours;
  const hour = new Date(at).getUTCHours();
  return from <= until ? from <= hour && hour < until : hour >= from || hour < until;
}

function holds({ path, op, value }: ArgumentCondition, args: unknown): boolean {
  const found = valueAt(args, path);
  switch (op) {
    case 'exists':
      return (found !== undefined) === (value ?? true);
    case 'eq':
      return equal(found, value);
    case 'ne':
      return !equal(found, value);
    case 'in':
      return Array.isArray(value) && value.some((item) => equal(found, item));
    case 'glob':
      return typeof found === 'string' && globMatches(String(value), found);
    case 'lengthGt':
      return (typeof found === 'string' || Array.isArray(found)) && found.length > Number(value);
    default:
      return compare(op, found, value);
  }
}

/** A number that cannot be compared is an error, and an error means deny: a rule about amounts must not be dodged with text. */
function compare(op: 'lt' | 'lte' | 'gt' | 'gte', found: unknown, value: unknown): boolean {
  if (found === undefined) return false;
  const [a, b] = [Number(found), Number(value)];
  if (Number.isNaN(a) || Number.isNaN(b) || typeof found === 'object' || found === '') {
    throw new TypeError(`${JSON.stringify(found)} cannot be compared with ${JSON.stringify(value)}`);
  }
  if (op === 'lt') return a < b;
  if (op === 'lte') return a <= b;
  return op === 'gt' ? a > b : a >= b;
}

function equal(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
