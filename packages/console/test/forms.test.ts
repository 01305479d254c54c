import { expect, test } from 'vitest';
import { argumentsFrom } from '../src/forms/arguments.js';
import { fieldsOf } from '../src/forms/fields.js';
import type { Schema } from '../src/forms/schema.js';
import { spelled } from '../src/parts/spelled.js';

const schema: Schema = {
  type: 'object',
  required: ['case_dir', 'mode'],
  properties: {
    case_dir: { type: 'string', description: 'Where the case is' },
    mode: { enum: ['fast', 'slow'] },
    retries: { type: 'integer', default: 3 },
    share: { type: 'number' },
    dry: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
    topics: { type: 'array', items: { type: 'string' }, default: ['approval', 'failure'] },
    who: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    requirements: { type: 'array', items: { type: 'object' } },
    contact: { $ref: '#/$defs/Contact' },
  },
  $defs: {
    Contact: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
    },
  },
};

test.each([
  ['text', 'case_dir', { kind: 'text', required: true, description: 'Where the case is' }],
  ['a closed set of words', 'mode', { kind: 'choice', required: true, options: ['fast', 'slow'] }],
  ['a whole number with what is taken otherwise', 'retries', { kind: 'integer', required: false, fallback: '3' }],
  ['a list with what is taken otherwise, in words', 'topics', { kind: 'list', fallback: 'approval, failure' }],
  ['a number', 'share', { kind: 'number' }],
  ['yes or no', 'dry', { kind: 'boolean' }],
  ['a list of words, one per line', 'tags', { kind: 'list' }],
  ['several kinds of value', 'who', { kind: 'free' }],
  ['text or nothing', 'note', { kind: 'text', required: false }],
  ['a list of objects, as JSON', 'requirements', { kind: 'json' }],
  [
    'a member of a nested object, not needed while the object is not',
    'contact.name',
    { kind: 'text', required: false },
  ],
])('a schema for %s becomes a field', (_, id, expected) => {
  expect(fieldsOf(schema).find((field) => field.id === id)).toMatchObject(expected);
});

test('that nothing is taken where nothing is said is not said', () => {
  expect(fieldsOf(schema).find(({ id }) => id === 'tags')).not.toHaveProperty('fallback');
});

test.each([
  ['as the schema titles it', { whom: { type: 'string', title: 'Person' } }, 'Person'],
  ['by its name in words', { case_dir: { type: 'string' } }, 'Case dir'],
  ['by a name in humps in words', { afterMinutes: { type: 'number' } }, 'After minutes'],
  [
    'with the group that it belongs to',
    { contact: { type: 'object', properties: { lastName: { type: 'string' } } } },
    'Contact, last name',
  ],
])('people are shown a field %s, and whoever calls tools its own name', (_, properties, expected) => {
  const asked = { type: 'object', properties } as Schema;
  expect(fieldsOf(asked, 'words').map(({ label }) => label)).toEqual([expected]);
  expect(fieldsOf(asked).map(({ id, label }) => label === id.replace('.', ' · '))).toEqual([true]);
});

test('people are offered words; what is sent is what the schema says', () => {
  const asked = { type: 'object', properties: { by: { enum: ['email', 'needs_review', 'EUR', '2.0'] } } } as Schema;
  const [field] = fieldsOf(asked, 'words');
  expect(field?.spoken).toEqual(['Email', 'Needs review', 'EUR', '2.0']);
  expect(field?.options).toEqual(['email', 'needs_review', 'EUR', '2.0']);
  expect(fieldsOf(asked)[0]).not.toHaveProperty('spoken');
});

test('answers become the arguments that the schema describes; what is not answered is not sent', () => {
  const { value, problems } = argumentsFrom(fieldsOf(schema), {
    case_dir: ' valley ',
    mode: 'slow',
    retries: '5',
    share: '0.25',
    dry: 'false',
    tags: 'wet\n\ndry\n',
    who: '[1, 2]',
    note: '  ',
    requirements: '[{"text": "Python"}]',
    'contact.name': 'Iris',
  });
  expect(problems).toEqual({});
  expect(value).toEqual({
    case_dir: 'valley',
    mode: 'slow',
    retries: 5,
    share: 0.25,
    dry: false,
    tags: ['wet', 'dry'],
    who: [1, 2],
    requirements: [{ text: 'Python' }],
    contact: { name: 'Iris' },
  });
});

test('every wrong answer is named, and nothing is guessed', () => {
  const { problems } = argumentsFrom(fieldsOf(schema), {
    retries: '1.5',
    share: 'half',
    requirements: '{',
    who: 'Iris: the second',
  });
  expect(problems).toEqual({
    case_dir: 'is needed',
    mode: 'is needed',
    retries: 'is not a whole number',
    share: 'is not a number',
    requirements: 'is not JSON',
  });
});

test('arguments are spelled so that nothing in them is invisible, and are still the same JSON', () => {
  const args = { to: 'evil\u202egnp.exe', 'a\u200bb': ['\u00a0', '\u{e0041}', '\ud800', 'plain text, naïve 🦆'] };
  const text = spelled(args);
  expect(JSON.parse(text)).toEqual(args);
  expect(text).toContain('evil\\u202egnp.exe');
  expect(text).toContain('a\\u200bb');
  expect(text).toContain('naïve 🦆');
  expect(text).not.toMatch(/[\u202e\u200b\u00a0]/);
});
