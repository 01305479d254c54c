import type { CliWorld } from '../cli-world.js';
import type { LineEditor } from './line-editor.js';

/** Where nobody sits at a terminal, every line of standard input is a prompt, and no question can be answered. */
export function pipedLines(world: CliWorld): LineEditor {
  const lines = (world.stdinLines?.() ?? wholeInput(world))[Symbol.asyncIterator]();
  return {
    async ask(_, kind = 'prompt') {
      if (kind === 'question') return undefined;
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
    print: (text) => world.err(text),
    onInterrupt: () => undefined,
    close: () => void lines.return?.(),
  };
}

async function* wholeInput(world: CliWorld): AsyncIterable<string> {
  yield* (await world.readStdin()).split('\n');
}
