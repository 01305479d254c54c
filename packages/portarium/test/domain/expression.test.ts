import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate, parseExpression, stepsReadBy, truthy } from '../../src/domain/expression.js';
import { render } from '../../src/domain/template.js';

const scope = {
  input: { amount: 101, name: 'Ada', items: [{ sku: 'a' }, { sku: 'b' }], 'odd key': 1 },
  steps: { 'look-up': { output: { balance: 120 } } },
};

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['-input.amount + 1', -100],
  ['1 / 0', null],
  ['input.amount > 100 && input.name == "Ada"', true],
  ['!(input.amount > 100) || false', false],
  ["input.items[1].sku == 'b'", true],
  ['input["odd key"]', 1],
  ['steps.look-up.output.balance - input.amount', 19],
  ['"a" in ["a", "b"]', true],
  ['"d" in input.name', true],
  ['length(input.items)', 2],
  ['default(input.missing.deeper, 5)', 5],
  ['input.missing.deeper', null],
  ['upper(input.name) + "!"', 'ADA!'],
  ['"10" > 9', false],
  ['null == input.nothing', true],
])('%s gives %j', (text, value) => {
  expect(evaluate(parseExpression(text), scope)).toEqual(value);
});

test.each(['', '1 +', 'a b', '(1', 'f(', 'require("fs")', '"open', '1 ; 2', 'a ? b : c', 'x => x', '`a`'])(
  '"%s" is refused when it is read',
  (text) => {
    expect(() => parseExpression(text)).toThrow();
  },
);

test('what an object inherits cannot be reached', () => {
  for (const text of ['input.constructor', 'input.__proto__', 'constructor', 'input.items.length', 'toString']) {
    expect(evaluate(parseExpression(text), scope)).toBeNull();
  }
});

test('reading and evaluating any text ends with a value or a refusal and never changes what it sees', () => {
  const before = JSON.stringify(scope);
  const pieces = fc.constantFrom(
    'input',
    'steps',
    '.',
    'amount',
    '[',
    ']',
    '(',
    ')',
    '+',
    '==',
    '&&',
    '!',
    '"x"',
    '3',
    ' ',
    'in',
    'length',
    ',',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      try {
        evaluate(parseExpression(parts.join('')), scope);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
      expect(JSON.stringify(scope)).toBe(before);
    }),
    { numRuns: 500 },
  );
});

test('nesting has a limit, so that no text can exhaust the stack', () => {
  expect(() => parseExpression(`${'('.repeat(5000)}1${')'.repeat(5000)}`)).toThrow(/deep/);
});

test('an expression alone keeps its type; among text it becomes text; braces in values are not read again', () => {
  const template = {
    all: '{{ input.items }}',
    text: 'Pay {{ input.amount }} to {{ input.name }}',
    list: ['{{ input.amount > 1 }}'],
  };
  expect(render(template, scope)).toEqual({ all: scope.input.items, text: 'Pay 101 to Ada', list: [true] });
  expect(render('{{ input.evil }}', { input: { evil: '{{ input.secret }}', secret: 'x' } })).toBe('{{ input.secret }}');
});

test('the steps an expression reads are known without evaluating it', () => {
  expect(stepsReadBy(parseExpression('steps.a.output.x + length(steps.b.output[steps.c.output])'))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test.each([
  [null, false],
  [0, false],
  ['', false],
  [[], false],
  [{}, true],
  ['no', true],
  [[0], true],
])('%j counts as %s', (value, expected) => {
  expect(truthy(value)).toBe(expected);
});

test.each([
  'input.a + 1',
  '-input.a',
  'number(input.a)',
  'lower(input.a)',
  'startsWith("x", input.a)',
  'input.a in "text"',
  'input.a in input.a',
  'input[input.a]',
  'input.list[input.a] + input.list',
])('%s ends, whatever an object pretends to be', (text) => {
  const a = JSON.parse('{"toString": 1, "valueOf": 2, "__proto__": null}');
  expect(() => evaluate(parseExpression(text), { input: { a, list: [a] } })).not.toThrow();
});
