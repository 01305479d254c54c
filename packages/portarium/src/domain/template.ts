/** JSON in which texts may hold `{{ expression }}`. A text that is nothing but one expression takes its value as it is. */
import { isObject } from '@quadrivium/kernel/essentials';
import { asText, type Expression, evaluate, parseExpression, type Scope } from './expression.js';
import { checkedValue } from './invalid-value.js';

interface Piece {
  readonly text: string;
  readonly expression?: Expression;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) break;
    if (open > at) pieces.push({ text: text.slice(at, open) });
    pieces.push({ text: text.slice(open, close + 2), expression: parseExpression(text.slice(open + 2, close)) });
    at = close + 2;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Throws `InvalidValue` for what has no form in JSON. */
export const render = (template: unknown, scope: Scope): unknown => checkedValue(filled(template, scope));

function filled(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return renderText(template, scope);
  if (Array.isArray(template)) return template.map((item) => filled(item, scope));
  if (!isObject(template)) return template ?? null;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, scope)]));
}

function renderText(text: string, scope: Scope): unknown {
  if (!text.includes('{{')) return text;
  const pieces = piecesOf(text);
  const [only] = pieces;
  if (pieces.length === 1 && only?.expression !== undefined) return evaluate(only.expression, scope);
  return pieces
    .map(({ text: plain, expression }) => (expression ? asText(checkedValue(evaluate(expression, scope))) : plain))
    .join('');
}

export const renderString = (text: string, scope: Scope): string => asText(render(text, scope));

/** Every expression in a template, with the place it stands. */
export function expressionsIn(
  template: unknown,
  path = '',
): { readonly path: string; readonly expression: Expression }[] {
  if (typeof template === 'string') {
    return piecesOf(template).flatMap(({ expression }) => (expression === undefined ? [] : [{ path, expression }]));
  }
  if (Array.isArray(template)) return template.flatMap((item, i) => expressionsIn(item, `${path}[${i}]`));
  if (!isObject(template)) return [];
  return Object.entries(template).flatMap(([key, value]) => expressionsIn(value, path === '' ? key : `${path}.${key}`));
}
