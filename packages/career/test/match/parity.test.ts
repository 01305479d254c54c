import { describe, expect, test } from 'vitest';
import { ExperienceAtom, normalizeAtom } from '../../src/domain/atom.js';
import { Opportunity } from '../../src/domain/opportunity.js';
import { lowerAscii, normalizeTags, tokenize, trimBlank } from '../../src/domain/text.js';
import { fnv1a64, hashedWords } from '../../src/match/embedding.js';
import { hybridV02 } from '../../src/match/hybrid-v02.js';
import { lexicalV01 } from '../../src/match/lexical-v01.js';
import { cosine, InMemoryVectorIndex } from '../../src/match/vector-index.js';
import { type AcceptanceCase, acceptance, ofKind } from '../parity-cases.js';

function indexedText(atom: ExperienceAtom, what: string): string {
  if (what === 'claim') return atom.claim;
  return `${atom.claim} ${atom.title}`;
}

function matchInput(input: AcceptanceCase['input']) {
  const atoms: ExperienceAtom[] = input.atoms.map((atom: unknown) => ExperienceAtom.parse(atom));
  const opportunity = Opportunity.parse(input.opportunity);
  const provider = hashedWords();
  const index = new InMemoryVectorIndex();
  if (input.index_text)
    for (const atom of atoms) index.upsert(atom.atom_id, provider.embed(indexedText(atom, input.index_text)));
  const nearest = (text: string, k: number) => (input.embedding === 'null' ? [] : index.query(provider.embed(text), k));
  return { input: { atoms, opportunity, kLex: input.k_lex ?? 25, kEmb: input.k_emb ?? 25 }, nearest };
}

describe.skipIf(acceptance.absent)('parity with the original', () => {
  test.each(ofKind('tokenize'))('tokens: %s', (_, { input, expected }) => {
    expect(tokenize(input.text, input.min_length)).toEqual(expected);
  });

  test.each(ofKind('lower'))('lower case: %s', (_, { input, expected }) => {
    expect(lowerAscii(input.text)).toBe(expected);
  });

  test.each(ofKind('trim'))('trim: %s', (_, { input, expected }) => {
    expect(trimBlank(input.text)).toBe(expected);
  });

  test.each(ofKind('normalize_tags'))('tags: %s', (_, { input, expected }) => {
    expect(normalizeTags(input.tags)).toEqual(expected);
  });

  test.each(ofKind('normalize_atom'))('atom: %s', (_, { input, expected }) => {
    expect(normalizeAtom(ExperienceAtom.parse(input))).toEqual(expected);
  });

  test.each(ofKind('validate_atom'))('atom check: %s', (_, { input, expected }) => {
    const parsed = ExperienceAtom.safeParse(input);
    const tidy = parsed.success && JSON.stringify(normalizeAtom(parsed.data)) === JSON.stringify(parsed.data);
    expect(tidy).toBe(expected.ok);
  });

  test.each(ofKind('fnv1a64_hex'))('hash: %s', (_, { input, expected }) => {
    expect(fnv1a64(input.text).toString(16).padStart(16, '0')).toBe(expected);
  });

  test.each(ofKind('stub_embed'))('hashed words: %s', (_, { input, expected }) => {
    const vector = hashedWords(input.dimension).embed(input.text);
    const nonZero = Object.fromEntries([...vector].flatMap((value, at) => (value === 0 ? [] : [[at, value]])));
    expect(Object.keys(nonZero)).toEqual(Object.keys(expected));
    for (const [at, value] of Object.entries<number>(expected)) expect(nonZero[at]).toBeCloseTo(value, 6);
  });

  test.each(ofKind('stub_embed_similarity'))('similarity of hashed words: %s', (_, { input, expected }) => {
    const provider = hashedWords(input.dimension);
    expect(cosine(provider.embed(input.a), provider.embed(input.b))).toBeCloseTo(expected.cosine, 6);
  });

  test.each(ofKind('vector_query'))('vector query: %s', (_, { input, expected }) => {
    const index = new InMemoryVectorIndex();
    for (const { key, vector } of input.vectors) index.upsert(key, Float32Array.from(vector));
    const hits = index.query(input.query, input.top_k);
    expect(hits.map((hit) => hit.key)).toEqual(expected.map((hit: { key: string }) => hit.key));
    for (const [i, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[i].score, 6);
  });

  test.each(ofKind('match'))('match: %s', (_, one) => {
    const { input, nearest } = matchInput(one.input);
    const strategy = one.input.strategy === hybridV02.name ? hybridV02 : lexicalV01;
    expect(strategy.match(input, nearest)).toEqual(one.expected);
  });
});
