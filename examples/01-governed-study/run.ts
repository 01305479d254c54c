/** The story on a terminal: `node --conditions=quadrivium-source --import tsx examples/01-governed-study/run.ts` */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideAtTerminal } from './decide-at-terminal.js';
import { startServer } from './programs.js';
import { governedStudy } from './story.js';

const folder = mkdtempSync(join(tmpdir(), 'governed-study-'));
const say = (line: string) => process.stdout.write(`${line}\n`);
say('$ quadrivium up');
const server = await startServer(folder);
try {
  const key = server.key ?? '';
  const { iterations } = await governedStudy({
    folder,
    server,
    key,
    say,
    decide: decideAtTerminal(server.url, key, say),
  });
  assert.ok(iterations > 0, 'the training was heard while it ran');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
