import { genericVariable } from '../equipment/members.js';
import type { EntityId } from './identity.js';

/**
 * The little language of user constraints:
 *
 *     expression = ["+" | "-"] term { ("+" | "-") term }
 *     term       = [number "*"] variable
 *     variable   = name "(" entity [ "," block ] ")"
 *
 * An entity is an integer, a bare word, or text in quotes. Constants belong in the bounds table, not here.
 */
export interface ExpressionTerm {
  readonly coefficient: number;
  readonly variable: string;
  readonly entityId: EntityId;
  readonly blockId: number | null;
}

export type ParsedExpression =
  | { readonly ok: true; readonly terms: readonly ExpressionTerm[] }
  | { readonly ok: false; readonly position: number; readonly detail: string };

/** True when a variable has one value per block rather than one per stage. */
export function dependsOnBlock(variable: string): boolean {
  return genericVariable(variable)?.meaning.perBlock ?? true;
}

export function parseExpression(text: string): ParsedExpression {
  const scanner = new Scanner(text);
  try {
    return { ok: true, terms: expression(scanner) };
  } catch (error) {
    if (error instanceof Unexpected) return { ok: false, position: error.position, detail: error.message };
    throw error;
  }
}

class Unexpected extends Error {
  readonly position: number;
  constructor(position: number, detail: string) {
    super(detail);
    this.position = position;
  }
}

class Scanner {
  readonly text: string;
  position = 0;
  constructor(text: string) {
    this.text = text;
    this.skipSpace();
  }
  /** Takes what matches at the current position and moves behind it; null when nothing does. */
  take(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.position;
    const match = sticky.exec(this.text);
    if (match === null) return null;
    this.position = sticky.lastIndex;
    this.skipSpace();
    return match[0];
  }
  need(pattern: RegExp, what: string): string {
    const start = this.position;
    const taken = this.take(pattern);
    if (taken !== null) return taken;
    const rest = this.text.slice(start, start + 20);
    throw new Unexpected(
      start,
      `expected ${what} at position ${start}, found ${rest === '' ? 'the end' : `'${rest}'`}`,
    );
  }
  get done(): boolean {
    return this.position >= this.text.length;
  }
  private skipSpace(): void {
    while (/\s/.test(this.text[this.position] ?? '')) this.position++;
  }
}

function expression(scanner: Scanner): ExpressionTerm[] {
  const first = scanner.take(/[+-]/) === '-' ? -1 : 1;
  const terms = [term(scanner, first)];
  while (!scanner.done) terms.push(term(scanner, scanner.need(/[+-]/, "'+' or '-'") === '-' ? -1 : 1));
  return terms;
}

function term(scanner: Scanner, sign: number): ExpressionTerm {
  const number = scanner.take(/(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/);
  if (number !== null) scanner.need(/\*/, "'*' and a variable after a number");
  const start = scanner.position;
  const name = scanner.need(/[A-Za-z_]\w*/, 'a variable');
  const variable = genericVariable(name)?.name;
  if (variable === undefined) throw new Unexpected(start, `unknown variable '${name}' at position ${start}`);
  scanner.need(/\(/, "'('");
  const entityId = entity(scanner.need(/-?\d+(?![\w.-])|"[^"]+"|'[^']+'|[^\s(),"'+*]+/, 'an entity id'));
  const blockStart = scanner.position;
  const blockId = scanner.take(/,/) === null ? null : Number(scanner.need(/\d+/, 'a block id'));
  if (blockId !== null && !dependsOnBlock(variable)) {
    throw new Unexpected(
      blockStart,
      `'${variable}' has one value per stage and takes no block (position ${blockStart})`,
    );
  }
  scanner.need(/\)/, "')'");
  return { coefficient: sign * Number(number ?? 1), variable, entityId, blockId };
}

function entity(text: string): EntityId {
  if (/^-?\d+$/.test(text)) return Number(text);
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}
