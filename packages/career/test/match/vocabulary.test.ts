/**
 * What one concept calls by several names is the same to whoever matches: a name of two concepts makes them one, and a product
 * among the names of another product makes both the same. Found by reading through (19 November 2026): 614 names stood in two.
 */
import { expect, test } from 'vitest';
import { fillerWords } from '../../src/match/items/filler.js';
import { conceptsOf, fields, saidOtherwise } from '../../src/taxonomy/vocabulary.js';
import { VocabularyBook } from '../../src/taxonomy/vocabulary-book.js';

interface Name {
  readonly concept: string;
  readonly tongue: number;
  readonly said: string;
}

const plain = (name: string) => name.replace(/^[\^!=*]+/, '').replace(/ _$/, '');
const parts = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const lines = fields.flatMap(conceptsOf);
const conceptOf = (line: string) => plain(parts(line.split('|')[0]?.split('>')[0] ?? '')[0] ?? '');

const listed: Name[] = lines.flatMap((line) =>
  (line.split('>')[0] ?? '').split('|').flatMap((column, tongue) =>
    parts(column).map((name) => ({
      concept: name.startsWith('*') ? plain(name) : conceptOf(line),
      tongue,
      said: plain(name),
    })),
  ),
);
const otherwise: Name[] = saidOtherwise().flatMap((line) => {
  const [concept = '', columns = ''] = line.split(': ');
  return columns
    .split('|')
    .flatMap((column, tongue) => parts(column).map((name) => ({ concept, tongue, said: plain(name) })));
});

/** Words of one language that mean two things, and of which a text says no more. */
const homonyms = new Set([
  'land- und baumaschinenmechatroniker',
  'presupuestos',
  'elaboracion de presupuestos',
  'orcamentos',
  'restauro',
  'administracao',
  'meldewesen',
  'gestao de pessoas',
  'llm',
  'serralharia',
  'serralheiro',
  'gestion de pedidos',
  'pedidos a proveedores',
  'gestao de encomendas',
]);

test('no name belongs to two concepts, unless its word means two things', () => {
  const owners = new Map<string, Set<string>>();
  for (const { concept, tongue, said } of [...listed, ...otherwise]) {
    const key = `${tongue} ${said}`;
    owners.set(key, (owners.get(key) ?? new Set()).add(concept));
  }
  const shared = [...owners].filter(([key, concepts]) => concepts.size > 1 && !homonyms.has(key.slice(2)));
  expect(shared.map(([key, concepts]) => `${key}: ${[...concepts].join(', ')}`)).toEqual([]);
});

test('no concept has two lines, and what it is a kind of has one', () => {
  const names = lines.map(conceptOf);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const book = new VocabularyBook();
  const unknown = [...book.concepts].flatMap(({ name, broader }) =>
    broader.filter((kind) => book.concept(kind) === undefined).map((kind) => `${name} > ${kind}`),
  );
  expect(unknown).toEqual([]);
});

const longestSmall = 3;

/** "Per" is a licence for boats and "eso" a school in Spain, and in nearly every text they are neither. */
test('no name is a small word, unless it is marked to count only where its field is spoken of', () => {
  const marked = /(?:^|, *)![^,|]/;
  const names = lines.flatMap((line) => (line.split('>')[0] ?? '').split('|').flatMap(parts));
  const bare = names.filter((name) => !marked.test(name)).map(plain);
  expect(bare.filter((name) => name.length <= longestSmall && fillerWords.has(name))).toEqual([]);
});
