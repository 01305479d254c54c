import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentWorld } from '../../agent/agent-world.js';
import type { MediaBlock, TextBlock } from '../../agent/dialog.js';
import { loadInputs, refused } from '../../agent/inputs.js';

/** Files that go with a line because it names them: `what is wrong in @notes.txt`. What is no file is a word like any other. */
export function filesNamedIn(line: string, world: AgentWorld): Promise<(TextBlock | MediaBlock)[]> {
  const words = [...line.matchAll(/(?:^|\s)@(\S+)/g)].map(([, path = '']) => path);
  const files = words.filter((path) => isFile(resolve(world.cwd, path)));
  return loadInputs(files, {
    fetch: world.fetch,
    signal: world.signal,
    readFile: (path) =>
      readFile(resolve(world.cwd, path)).catch((error: Error) => {
        throw refused(path, error.message);
      }),
  });
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
