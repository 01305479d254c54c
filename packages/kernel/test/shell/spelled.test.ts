import { expect, test } from 'vitest';
import { render } from '../../src/shell/render.js';

test('what is shown to people spells out what nobody sees and what steers a terminal', () => {
  const shown = render({
    esc: 'rm \u001b[8m-rf\u001b[0m',
    bidi: 'a\u202eb',
    gone: ['x\u200b', '\u0007'],
    deep: [{ a: [{ b: '\u202e' }] }],
  });
  expect(shown).not.toMatch(/(?![\n])[\p{Cc}\p{Cf}]/u);
  for (const text of ['rm \\u001b[8m-rf\\u001b[0m', 'a\\u202eb', 'x\\u200b, \\u0007']) expect(shown).toContain(text);
  expect(render('two\nlines\tand all – ähnlich 漢字')).toBe('two\nlines\tand all – ähnlich 漢字');
});
