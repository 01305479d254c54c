import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** What a package has beside what it is compiled from. */
const leftOut = /^packages\/[^/]+\/(?:node_modules|dist|bundle|site|test|bench|cases)$/;

/** The sources of all packages in a folder of their own, whose packages find each other there and all else here. */
export function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'quadrivium-newcomer-'));
  for (const name of ['packages', 'scripts', 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !leftOut.test(relative(root, path)),
    });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@quadrivium'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !/^\.|^@quadrivium$/.test(each)))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(modules, '@quadrivium', name));
  return copy;
}

/** A new file, and one line at the end of the list. */
export function addFileAndLine(folder: string, file: string, text: string, list: string, line: string): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, list), `${readFileSync(join(folder, list), 'utf8')}${line}\n`);
}

/** A program of the copy, run from its sources; what it printed, or an error with all of it. */
export function runSource(copy: string, program: string, ...args: readonly string[]): string {
  return run(copy, ['--conditions=quadrivium-source', '--import', 'tsx', program, ...args]);
}

/** Compiles one file of the copy and what it takes; what is wrong with it, or nothing. */
export function compiled(copy: string, file: string): string {
  const config = join(copy, 'tsconfig.newcomer.json');
  const lib = ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'];
  const compilerOptions = { lib, customConditions: ['quadrivium-source'], noEmit: true, composite: false };
  const include = [file, 'packages/*/src/**/*.d.ts'];
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }));
  return run(copy, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
}

function run(copy: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
