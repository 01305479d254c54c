/** Whoever reads a program may go away, as `head` does: that changes neither what it does nor how it ends. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledBinaries } from './support/bundled-binaries.js';
import { sampled } from './support/sampling.js';

const home = mkdtempSync(join(tmpdir(), 'quadrivium-readers-'));
const programs = bundledBinaries();

/** The exit code where nobody reads one of its streams, and what the other says. */
function endOf(program: string, gone: 'stdout' | 'stderr', words: readonly string[]) {
  const { file } = programs.find(({ name }) => name === program) ?? { file: '' };
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(process.execPath, [file, ...words], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child[gone].destroy();
  let said = '';
  child[gone === 'stdout' ? 'stderr' : 'stdout'].setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

test.each(sampled('programs whose help nobody reads', programs, 3))(
  'the help of $name, read by nobody',
  async ({ name }) => {
    expect(await endOf(name, 'stdout', ['--help'])).toEqual({ code: 0, said: '' });
  },
);

// Codes of docs/reference/exit-codes.md that a crash does not have.
test.each([
  ['cobre', 3, ['validate', 'nothing']],
  ['cpe', 2, ['mcp', 'list-servers']],
])('a refusal of %s that nobody reads keeps its code, %i', async (name, code, words) => {
  expect(await endOf(name, 'stderr', words)).toEqual({ code, said: '' });
});
