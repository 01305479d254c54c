/**
 * Writes docs/images/story.svg: what the story prints, line by line, as it really came. Run it like `run.ts`; folders of
 * this machine are left out, everything else is as printed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terminalDrawing } from '../../scripts/terminal-drawing.js';
import { decideAtTerminal } from './decide-at-terminal.js';
import { startServer } from './programs.js';
import { governedStudy } from './story.js';

const title = 'A terminal: an agent asks for a study, a person approves it, the agent tells the outcome';
const target = join(import.meta.dirname, '../../docs/images/story.svg');
const folder = mkdtempSync(join(tmpdir(), 'governed-study-'));
const lines: string[] = ['$ npm start'];
const say = (line: string) => void lines.push(...line.replaceAll(`${folder}/data/`, '.quadrivium/').split('\n'));
const server = await startServer(folder);
try {
  lines.push(`Quadrivium is ready at ${server.url}`);
  const key = server.key ?? '';
  await governedStudy({ folder, server, key, say, decide: decideAtTerminal(server.url, key, say) });
  const printed = lines.map((line) => line.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4070'));
  writeFileSync(target, terminalDrawing(title, printed));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
