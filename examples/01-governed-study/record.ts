/**
 * Writes docs/images/story.svg: what the story prints, line by line, as it really came. Run it like `run.ts`; folders of
 * this machine are left out, everything else is as printed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideAtTerminal } from './decide-at-terminal.js';
import { startServer } from './programs.js';
import { governedStudy } from './story.js';

const target = join(import.meta.dirname, '../../docs/images/story.svg');
const [columns, lineHeight, margin] = [104, 21, 20];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Long lines go on below, as in a terminal of this width. */
function wrapped(line: string): string[] {
  return line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''];
}

function drawing(lines: readonly string[]): string {
  const rows = lines.flatMap((line) => wrapped(line).map((text) => ({ text, command: line.startsWith('$ ') })));
  const height = rows.length * lineHeight + 2 * margin;
  const texts = rows.map(({ text, command }, row) => {
    const y = margin + (row + 0.75) * lineHeight;
    return `  <text x="${margin}" y="${y}" fill="${command ? '#7fd1c4' : '#e8e6e1'}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * 8.45 + 2 * margin} ${height}" role="img"`,
    '  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
    '  <title>A terminal: an agent asks for a study, a person approves it, the agent tells the outcome</title>',
    '  <rect width="100%" height="100%" rx="10" fill="#17211f"/>',
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'governed-study-'));
const lines: string[] = ['$ npm start'];
const say = (line: string) => void lines.push(...line.replaceAll(`${folder}/data/`, '.quadrivium/').split('\n'));
const server = await startServer(folder);
try {
  lines.push(`Quadrivium is ready at ${server.url}`);
  const key = server.key ?? '';
  await governedStudy({ folder, server, key, say, decide: decideAtTerminal(server.url, key, say) });
  writeFileSync(target, drawing(lines.map((line) => line.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4070'))));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
