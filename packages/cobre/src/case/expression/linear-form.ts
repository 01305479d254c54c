/** What a user constraint says once its named expressions are put in: terms with variables, and bounds of its own if it has any. */

import type { RawCase } from '../registry.js';
import { mostParts, negated, type Part, parseExpression, type Relation, times } from './parse.js';
import type { VariableUse } from './variable.js';

/** A number times parameters. */
export interface Scalar {
  readonly coefficient: number;
  readonly parameters: readonly string[];
}

export interface LinearTerm extends Scalar {
  readonly variable: VariableUse;
}

export interface LinearForm {
  readonly terms: readonly LinearTerm[];
  readonly relation: Relation | null;
  /** The right-hand side of the relation, everything constant put there. */
  readonly bound: readonly Scalar[];
}

export type ExpressionProblem =
  | { readonly kind: 'text'; readonly detail: string; readonly position: number }
  | { readonly kind: 'unknown name'; readonly detail: string; readonly name: string };

export type ReadExpression =
  | { readonly ok: true; readonly form: LinearForm }
  | { readonly ok: false; readonly problem: ExpressionProblem };

/** What `@name` may stand for. */
export type Names = ReturnType<typeof namesOf>;

export function namesOf(raw: Partial<RawCase>) {
  return {
    generation: raw.generation ?? 'cobre-0.5',
    parameters: new Set((raw.genericParameters?.scalar_parameters ?? []).map(({ name }) => name)),
    expressions: new Map((raw.genericConstraints?.expressions ?? []).map(({ name, expression }) => [name, expression])),
  };
}

const deepest = 60;

class NotLinear extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export function readExpression(text: string, names: Names): ReadExpression {
  try {
    return { ok: true, form: formOf(text, names) };
  } catch (error) {
    if (error instanceof NotLinear) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** What is wrong with a named expression, whether something uses it or not; null when nothing is. */
export function problemOf(name: string, names: Names): ExpressionProblem | null {
  try {
    expressionOf(name, names, []);
    return null;
  } catch (error) {
    if (error instanceof NotLinear) return error.problem;
    throw error;
  }
}

function formOf(text: string, names: Names): LinearForm {
  const { left, relation, right } = parsed(text, names);
  const all = inlined([...left, ...negated(right)], names, []);
  const terms = all.flatMap(({ variable, coefficient, names: parameters }) =>
    variable === null ? [] : [{ coefficient, parameters, variable }],
  );
  const constants = negated(all.filter(({ variable }) => variable === null));
  if (relation === null && constants.length > 0) {
    throw new NotLinear({
      kind: 'text',
      position: 0,
      detail: 'a constant stands among the variables without a relation',
    });
  }
  if (terms.length === 0) throw new NotLinear({ kind: 'text', position: 0, detail: 'there is no variable in it' });
  return { terms, relation, bound: constants.map((part) => ({ ...part, parameters: part.names })) };
}

function parsed(text: string, { generation }: Names) {
  const result = parseExpression(text, generation);
  if (result.ok) return result;
  throw new NotLinear({ kind: 'text', position: result.position, detail: result.detail });
}

/** Parts in which the only names left are those of parameters. */
function inlined(parts: readonly Part[], names: Names, within: readonly string[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    result.push(...withoutExpressions(part, names, within));
    if (result.length > mostParts) throw tooLong();
  }
  return result;
}

function withoutExpressions(part: Part, names: Names, within: readonly string[]): Part[] {
  const parameters = part.names.filter((name) => names.parameters.has(name));
  let parts: Part[] = [{ ...part, names: parameters }];
  for (const name of part.names.filter((word) => !names.parameters.has(word))) {
    const product = times(parts, expressionOf(name, names, within));
    if (product === null) {
      throw new NotLinear({
        kind: 'text',
        position: 0,
        detail: `'@${name}' has variables and is multiplied by another`,
      });
    }
    if (product.length > mostParts) throw tooLong();
    parts = product;
  }
  return parts;
}

/** Expressions that were put in before, because others may refer to them again and again. */
const known = new WeakMap<Names, Map<string, Part[]>>();

function expressionOf(name: string, names: Names, within: readonly string[]): Part[] {
  const byName = known.get(names) ?? new Map<string, Part[]>();
  known.set(names, byName);
  const parts = byName.get(name) ?? spelledOut(name, names, within);
  byName.set(name, parts);
  return parts;
}

function spelledOut(name: string, names: Names, within: readonly string[]): Part[] {
  const text = names.expressions.get(name);
  if (text === undefined) {
    throw new NotLinear({ kind: 'unknown name', name, detail: `'@${name}' is neither a parameter nor an expression` });
  }
  if (within.includes(name)) {
    const circle = [...within.slice(within.indexOf(name)), name].map((word) => `@${word}`);
    throw new NotLinear({
      kind: 'text',
      position: 0,
      detail: `expressions refer to each other in a circle: ${circle.join(' → ')}`,
    });
  }
  if (within.length >= deepest) {
    throw new NotLinear({
      kind: 'text',
      position: 0,
      detail: `more than ${deepest} named expressions inside each other`,
    });
  }
  const { left, relation } = parsed(text, names);
  if (relation !== null)
    throw new NotLinear({ kind: 'text', position: 0, detail: `'@${name}' is a relation, not a value` });
  return inlined(left, names, [...within, name]);
}

const tooLong = () => new NotLinear({ kind: 'text', position: 0, detail: `it has more than ${mostParts} terms` });
