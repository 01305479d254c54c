import { expect, test } from 'vitest';
import { applyPatch, type PatchStep } from '../../src/agent/model/json-patch.js';

// The cases are those of RFC 6902, appendix A, by their numbers there.
test.each<[string, unknown, PatchStep[], unknown]>([
  ['A.1 adds a member', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
  ['A.2 adds an element', { foo: ['a', 'b'] }, [{ op: 'add', path: '/foo/1', value: 'q' }], { foo: ['a', 'q', 'b'] }],
  ['A.3 removes a member', { baz: 1, foo: 2 }, [{ op: 'remove', path: '/baz' }], { foo: 2 }],
  ['A.4 removes an element', { foo: [1, 2, 3] }, [{ op: 'remove', path: '/foo/1' }], { foo: [1, 3] }],
  ['A.5 replaces a value', { baz: 1 }, [{ op: 'replace', path: '/baz', value: 2 }], { baz: 2 }],
  ['A.6 moves a value', { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
  ['A.7 moves an element', { f: [1, 2, 3, 4] }, [{ op: 'move', from: '/f/1', path: '/f/3' }], { f: [1, 3, 4, 2] }],
  ['A.8 tests a value', { a: [1] }, [{ op: 'test', path: '/a', value: [1] }], { a: [1] }],
  ['A.14 unescapes names', { '/': 9, '~1': 10 }, [{ op: 'remove', path: '/~01' }], { '/': 9 }],
  ['A.16 adds to the end', { foo: ['a'] }, [{ op: 'add', path: '/foo/-', value: ['b'] }], { foo: ['a', ['b']] }],
  ['copies a value', { a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
])('%s', (_, before, steps, after) => {
  const copy = structuredClone(before);
  expect(applyPatch(before, steps)).toEqual(after);
  expect(before).toEqual(copy);
});

test.each<[string, PatchStep]>([
  ['a failed test', { op: 'test', path: '/a', value: 2 }],
  ['a missing target', { op: 'remove', path: '/b' }],
  ['a missing parent', { op: 'add', path: '/b/c', value: 1 }],
  ['a pointer without a slash', { op: 'add', path: 'a', value: 1 }],
  ['the prototype', { op: 'add', path: '/__proto__/polluted', value: 1 }],
])('%s is refused in words', (_, step) => {
  expect(() => applyPatch({ a: 1 }, [step])).toThrow('patchRequest.jsonPatch cannot be applied');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
