/**
 * The small language of `when`, `forEach` and `{{ … }}`: literals, paths, comparisons, logic, arithmetic and a few
 * functions. It is total: every expression ends, nothing has side effects, and a path that leads nowhere is null. There
 * is no way to call out, loop or match a pattern, so a definition from a stranger can be evaluated safely.
 */

import { isObject, own } from '@quadrivium/kernel/essentials';
import { type Token, tokensOf } from './expression-tokens.js';

export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly root: string; readonly rest: readonly Expression[] }
  | { readonly kind: 'unary'; readonly op: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] };

export class ExpressionProblem extends Error {}

const strength: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
};

const deepest = 50;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#binary(0);
    if (this.#peek() !== undefined) throw new ExpressionProblem(`"${this.#peek()?.text}" is not expected here`);
    return expression;
  }

  #binary(floor: number): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionProblem('the expression nests too deep');
    let left = this.#unary();
    for (;;) {
      const token = this.#peek();
      const power = token === undefined || token.kind === 'text' ? undefined : own(strength, token.text);
      if (token === undefined || power === undefined || power <= floor) break;
      this.#at += 1;
      left = { kind: 'binary', op: token.text, left, right: this.#binary(power) };
    }
    this.#depth -= 1;
    return left;
  }

  #unary(): Expression {
    const token = this.#peek();
    if (token?.kind === 'symbol' && (token.text === '!' || token.text === '-')) {
      this.#at += 1;
      return { kind: 'unary', op: token.text, of: this.#unary() };
    }
    return this.#primary();
  }

  #primary(): Expression {
    const token = this.#next();
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'literal', value: token.text };
    if (token.kind === 'name') return this.#named(token.text);
    if (token.text === '(') return this.#enclosed();
    if (token.text === '[') return { kind: 'list', items: this.#items(']') };
    throw new ExpressionProblem(`"${token.text}" is not expected here`);
  }

  #enclosed(): Expression {
    const inner = this.#binary(0);
    this.#expect(')');
    return inner;
  }

  #named(name: string): Expression {
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' };
    if (name === 'null') return { kind: 'literal', value: null };
    if (this.#take('(')) return { kind: 'call', name: knownFunction(name), args: this.#items(')') };
    return { kind: 'path', root: name, rest: this.#rest() };
  }

  #rest(): Expression[] {
    const rest: Expression[] = [];
    for (;;) {
      if (this.#take('.')) rest.push({ kind: 'literal', value: this.#name() });
      else if (this.#take('[')) {
        rest.push(this.#binary(0));
        this.#expect(']');
      } else return rest;
    }
  }

  #items(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#take(end)) {
      items.push(this.#binary(0));
      if (!this.#take(',')) {
        this.#expect(end);
        break;
      }
    }
    return items;
  }

  #name(): string {
    const token = this.#next();
    if (token.kind === 'name' || token.kind === 'number') return token.text;
    throw new ExpressionProblem(`a name is expected, not "${token.text}"`);
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new ExpressionProblem('the expression ends too early');
    this.#at += 1;
    return token;
  }

  #take(text: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'symbol' || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new ExpressionProblem(`"${text}" is missing`);
  }
}

export function parseExpression(text: string): Expression {
  return new Parser(tokensOf(text)).whole();
}

const functions: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  length: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : keysOf(value).length),
  contains: (whole, part) => holds(part, whole),
  startsWith: (text, start) => typeof text === 'string' && text.startsWith(plain(start)),
  endsWith: (text, end) => typeof text === 'string' && text.endsWith(plain(end)),
  lower: (text) => plain(text ?? '').toLowerCase(),
  upper: (text) => plain(text ?? '').toUpperCase(),
  text: (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? null)),
  number: (value) => numberOf(value),
  keys: keysOf,
  default: (value, otherwise) => value ?? otherwise,
};

function knownFunction(name: string): string {
  if (Object.hasOwn(functions, name)) return name;
  throw new ExpressionProblem(`there is no function "${name}"; there are ${Object.keys(functions).join(', ')}`);
}

function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

export type Scope = Readonly<Record<string, unknown>>;

export function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'unary':
      return unary(expression.op, evaluate(expression.of, scope));
    case 'binary':
      return binary(expression, scope);
    case 'call':
      return functions[expression.name]?.(...expression.args.map((arg) => evaluate(arg, scope))) ?? null;
    case 'path': {
      let value: unknown = Object.hasOwn(scope, expression.root) ? scope[expression.root] : null;
      for (const key of expression.rest) value = member(value, evaluate(key, scope));
      return value ?? null;
    }
  }
}

function member(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return value[numberOf(key)];
  return isObject(value) && Object.hasOwn(value, plain(key)) ? value[plain(key)] : null;
}

function unary(op: string, value: unknown): unknown {
  return op === '!' ? !truthy(value) : -numberOf(value);
}

/** Only null, false, zero and empty text or lists are false; anything else counts as true. */
export function truthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && value !== false && value !== 0 && value !== '';
}

function binary({ op, left, right }: Extract<Expression, { kind: 'binary' }>, scope: Scope): unknown {
  const a = evaluate(left, scope);
  if (op === '&&') return truthy(a) ? truthy(evaluate(right, scope)) : false;
  if (op === '||') return truthy(a) ? true : truthy(evaluate(right, scope));
  const b = evaluate(right, scope);
  if (op === '==') return same(a, b);
  if (op === '!=') return !same(a, b);
  if (op === 'in') return holds(a, b);
  if (op === '+')
    return typeof a === 'string' || typeof b === 'string' ? `${asText(a)}${asText(b)}` : numberOf(a) + numberOf(b);
  if (op === '-') return numberOf(a) - numberOf(b);
  if (op === '*') return numberOf(a) * numberOf(b);
  if (op === '/') return numberOf(b) === 0 ? null : numberOf(a) / numberOf(b);
  return ordered(op, a, b);
}

/** Values of different kinds have no order; asking gives false rather than a surprise. */
function ordered(op: string, a: unknown, b: unknown): boolean {
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string')) return false;
  const [x, y] = [a, b as typeof a];
  if (op === '<') return x < y;
  if (op === '<=') return x <= y;
  return op === '>' ? x > y : x >= y;
}

function same(a: unknown, b: unknown): boolean {
  return typeof a === 'object' && a !== null ? JSON.stringify(a) === JSON.stringify(b) : (a ?? null) === (b ?? null);
}

function holds(part: unknown, whole: unknown): boolean {
  if (typeof whole === 'string') return whole.includes(plain(part));
  if (Array.isArray(whole)) return whole.some((item) => same(item, part));
  return isObject(whole) && Object.hasOwn(whole, plain(part));
}

export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return plain(value);
}

/** What only looks like a number or a text, such as an object with a member of the name `toString`, is none. */
const numberOf = (value: unknown): number => (typeof value === 'object' && value !== null ? Number.NaN : Number(value));

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** The steps whose output an expression reads; a plan can only hold what depends on finished ones. */
export function stepsReadBy(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'list':
      return expression.items.flatMap(stepsReadBy);
    case 'unary':
      return stepsReadBy(expression.of);
    case 'binary':
      return [...stepsReadBy(expression.left), ...stepsReadBy(expression.right)];
    case 'call':
      return expression.args.flatMap(stepsReadBy);
    case 'path': {
      const [first] = expression.rest;
      const named = expression.root === 'steps' && first?.kind === 'literal' ? [plain(first.value)] : [];
      return [...named, ...expression.rest.flatMap(stepsReadBy)];
    }
  }
}

/** The names an expression starts from, so that a misspelt one is found when the workflow is saved. */
export function rootsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'list':
      return expression.items.flatMap(rootsOf);
    case 'unary':
      return rootsOf(expression.of);
    case 'binary':
      return [...rootsOf(expression.left), ...rootsOf(expression.right)];
    case 'call':
      return expression.args.flatMap(rootsOf);
    case 'path':
      return [expression.root, ...expression.rest.flatMap(rootsOf)];
  }
}
