import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { uriMatcher } from '../../src/registry/uri-template.js';

const config = uriMatcher('cobre://case/{case_dir}/config');
const entities = uriMatcher('cobre://case/{case_dir}/entities/{entity_type}');

describe('URI templates', () => {
  test.each([
    ['one encoded segment', 'cobre://case/%2Fdata%2Fcase_001/config', '/data/case_001'],
    ['a percent sign that was encoded', 'cobre://case/50%2525/config', '50%25'],
    ['an already plain name', 'cobre://case/case_001/config', 'case_001'],
    ['letters beyond ASCII', 'cobre://case/%2Fdata%2Fjo%C3%A3o/config', '/data/joão'],
  ])('decode %s exactly once', (_, uri, expected) => {
    expect(config.match(uri, 'exact')).toEqual({ case_dir: expected });
  });

  test('accept an unencoded path in the lenient pass only', () => {
    expect(config.match('cobre://case//data/one/config', 'exact')).toBeUndefined();
    expect(config.match('cobre://case//data/one/config', 'lenient')).toEqual({ case_dir: '/data/one' });
    expect(entities.match('cobre://case//data/one/entities/hydros', 'lenient')).toEqual({
      case_dir: '/data/one',
      entity_type: 'hydros',
    });
  });

  test.each([['%'], ['%2'], ['%zz'], ['%C3'], ['a%FFb']])('reject malformed percent-encoding: %s', (raw) => {
    expect(() => config.match(`cobre://case/${raw}/config`, 'exact')).toThrow(/percent-encoding/);
  });

  test.each([
    ['cobre://case/a/b/config'],
    ['cobre://case//config'],
    ['cobre://case/a/config/'],
    ['xcobre://case/a/config'],
  ])('do not match %s to the letter', (uri) => {
    expect(config.match(uri, 'exact')).toBeUndefined();
  });

  test('give back whatever was encoded', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (case_dir, entity_type) => {
        const uri = `cobre://case/${encodeURIComponent(case_dir)}/entities/${encodeURIComponent(entity_type)}`;
        expect(entities.match(uri, 'exact')).toEqual({ case_dir, entity_type });
      }),
    );
  });
});
