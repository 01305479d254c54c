import { render } from '@quadrivium/kernel';
import { describe, expect, test } from 'vitest';

const long = 'x'.repeat(61);

describe('what people see', () => {
  test('of a list is a table whose cells are cut, so that a row stays a row', () => {
    expect(render([{ id: 1, text: long }])).toBe(
      ['id  text', `--  ${'-'.repeat(60)}`, `1   ${'x'.repeat(59)}…`].join('\n'),
    );
  });

  test('of one thing is all of it, also where a table would cut', () => {
    expect(render({ id: 'a1', plan: [{ tool: 'write', arguments: { path: long } }] })).toBe(
      ['id    a1', 'plan:', '  - tool       write', '    arguments:', `      path  ${long}`].join('\n'),
    );
  });

  test('of one thing with short rows is a table inside it', () => {
    expect(render({ steps: [{ id: 'a', done: true }] })).toBe(
      ['steps:', '  id  done', '  --  ----', '  a   true'].join('\n'),
    );
  });
});
