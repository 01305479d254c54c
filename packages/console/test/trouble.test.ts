import { expect, test } from 'vitest';
import { inItsWords } from '../src/wire/trouble.js';

test('what a tool said as a record of its own is read in its words, with its advice', () => {
  const said = { kind: 'OutputNotFound', message: 'There are no results.', suggestion: 'Run the case first.' };
  expect(inItsWords({ kind: 'ToolError', message: JSON.stringify(said) })).toEqual({
    kind: 'ToolError',
    message: 'There are no results.',
    suggestion: 'Run the case first.',
  });
});

test.each(['There are no results.', '{"rows": 3}', '[1]', '"text"', '{'])(
  'what is no such record stays: %s',
  (message) => {
    expect(inItsWords({ kind: 'ToolError', message, suggestion: 'Look.' })).toEqual({
      kind: 'ToolError',
      message,
      suggestion: 'Look.',
    });
  },
);
