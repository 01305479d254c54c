/**
 * The little language of user constraints:
 *
 *     expression = ["+" | "-"] term { ("+" | "-") term }
 *     term       = [number "*"] variable
 *     variable   = name "(" entity [ "," block ] ")"
 *
 * Current cases say more. A sum may stand on either side of a relation, and a term is a product of which at most one factor
 * has variables in it:
 *
 *     statement  = sum [ ("<=" | ">=" | "==") sum ]
 *     sum        = ["+" | "-"] product { ("+" | "-") product }
 *     product    = factor { "*" factor }
 *     factor     = number | "@" name | "(" sum ")" | variable
 *
 * An entity is an integer, a bare word, or text in quotes.
 */
import type { Generation } from '../generation/generation.js';
import { Scanner, Unexpected } from './scanner.js';
import { takeVariable, type VariableUse } from './variable.js';

/** A number times what names stand for, times a variable (null: none, a constant). */
export interface Part {
  readonly coefficient: number;
  readonly names: readonly string[];
  readonly variable: VariableUse | null;
}

export type Relation = '<=' | '>=' | '==';

export type ParsedExpression =
  | {
      readonly ok: true;
      readonly left: readonly Part[];
      readonly relation: Relation | null;
      readonly right: readonly Part[];
    }
  | { readonly ok: false; readonly position: number; readonly detail: string };

/** What a file may make us hold: more than any planner writes by hand. */
export const mostParts = 20_000;
const deepest = 60;

export function parseExpression(text: string, generation: Generation = 'cobre-0.5'): ParsedExpression {
  const scanner = new Scanner(text);
  try {
    if (generation !== 'current') return { ok: true, left: plainSum(scanner), relation: null, right: [] };
    const left = sum(scanner, 0);
    const relation = scanner.take(/<=|>=|==/) as Relation | null;
    const right = relation === null ? [] : sum(scanner, 0);
    if (!scanner.done) scanner.need(/(?!)/, relation === null ? "'+', '-' or a relation" : "'+' or '-'");
    return { ok: true, left, relation, right };
  } catch (error) {
    if (error instanceof Unexpected) return { ok: false, position: error.position, detail: error.message };
    throw error;
  }
}

const numberPattern = /(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/;

function plainSum(scanner: Scanner): Part[] {
  const first = scanner.take(/[+-]/) === '-' ? -1 : 1;
  const parts = [plainTerm(scanner, first)];
  while (!scanner.done) parts.push(plainTerm(scanner, scanner.need(/[+-]/, "'+' or '-'") === '-' ? -1 : 1));
  return parts;
}

function plainTerm(scanner: Scanner, sign: number): Part {
  const number = scanner.take(numberPattern);
  if (number !== null) scanner.need(/\*/, "'*' and a variable after a number");
  return { coefficient: sign * Number(number ?? 1), names: [], variable: takeVariable(scanner, false) };
}

function sum(scanner: Scanner, depth: number): Part[] {
  const parts: Part[] = [];
  let sign: string | null = scanner.take(/[+-]/) ?? '+';
  while (sign !== null) {
    const more = product(scanner, depth);
    parts.push(...(sign === '-' ? negated(more) : more));
    refuseLong(parts, scanner.position);
    sign = scanner.take(/[+-]/);
  }
  return parts;
}

function product(scanner: Scanner, depth: number): Part[] {
  let parts = factor(scanner, depth);
  for (let at = scanner.position; scanner.take(/\*/) !== null; at = scanner.position) {
    const product = times(parts, factor(scanner, depth));
    if (product === null) throw new Unexpected(at, `two variables are multiplied at position ${at}`);
    parts = product;
    refuseLong(parts, at);
  }
  return parts;
}

function factor(scanner: Scanner, depth: number): Part[] {
  const at = scanner.position;
  const number = scanner.take(numberPattern);
  if (number !== null) return [constant(Number(number))];
  if (scanner.take(/@/) !== null) return [{ ...constant(1), names: [takeName(scanner)] }];
  if (scanner.take(/\(/) === null) return [{ ...constant(1), variable: takeVariable(scanner, true) }];
  if (depth >= deepest) throw new Unexpected(at, `more than ${deepest} parentheses inside each other`);
  const group = sum(scanner, depth + 1);
  scanner.need(/\)/, "')'");
  return group;
}

function takeName(scanner: Scanner): string {
  const name = scanner.need(/[A-Za-z_]\w*|"[^"]+"|'[^']+'/, "a name after '@'");
  return /^["']/.test(name) ? name.slice(1, -1) : name;
}

const constant = (coefficient: number): Part => ({ coefficient, names: [], variable: null });

export function negated(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, coefficient: -part.coefficient }));
}

/** The product of two sums; null when both have variables. */
export function times(some: readonly Part[], others: readonly Part[]): Part[] | null {
  if (hasVariable(some) && hasVariable(others)) return null;
  return some.flatMap((a) =>
    others.map((b) => ({
      coefficient: a.coefficient * b.coefficient,
      names: [...a.names, ...b.names],
      variable: a.variable ?? b.variable,
    })),
  );
}

const hasVariable = (parts: readonly Part[]) => parts.some(({ variable }) => variable !== null);

function refuseLong(parts: readonly Part[], at: number): void {
  if (parts.length > mostParts) throw new Unexpected(at, `more than ${mostParts} terms`);
}
