/**
 * Takes every picture of the documentation anew, each from what the programs really show: the console in a browser, the story
 * and cpe on a terminal. `npm run pictures`, or `npm run pictures -- cpe` for some of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTutorialSession } from '../test/support/tutorial-session.js';
import { terminalDrawing } from './terminal-drawing.js';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');

/** What the tutorial of cpe writes and calls, up to its program; only what is worth a picture is drawn. */
const shown = [
  'cpe mcp call-tool --server cobre --tool cobre/validate --args \'{"casedir": "study"}\'',
  'cat tour.ts',
  'cpe run tour.ts',
];

async function cpe(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const session = openTutorialSession(folder);
  const page = readFileSync(join(root, 'docs/tutorial/cpe.md'), 'utf8');
  try {
    for (const [, name = '', text = ''] of page.matchAll(/```file name=(\S+)\n(.*?)```/gs)) session.write(name, text);
    for (const command of ['cobre init study', 'portarium init']) await session.run(command, () => true);
    const lines: string[] = [];
    for (const command of shown) lines.push(`$ ${command}`, ...(await session.run(command, () => true)).printed);
    const title = 'A terminal: cpe explains a mistake, then runs one program that calls three servers';
    writeFileSync(join(images, 'cpe.svg'), terminalDrawing(title, lines));
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A program of its own: what runs in a page is checked with the types of a browser. */
function program(path: string): void {
  const { status } = spawnSync(process.execPath, [...process.execArgv, join(root, path)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const pictures: Readonly<Record<string, () => void | Promise<void>>> = {
  cpe,
  story: () => program('examples/01-governed-study/record.ts'),
  console: () => program('packages/console/bench/pictures.ts'),
};

const wanted = process.argv.slice(2);
for (const [name, take] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`${name} ...\n`);
  await take();
}
