import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import { lockText, parseLock } from '../../host/lockfile.js';

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const About = z.object({ description: z.string(), savedAt: z.string() });

/** A program that was checked once and is kept with the definitions of the tools it was checked against. */
export interface SavedProgram {
  readonly name: string;
  readonly description: string;
  readonly code: string;
  /** What its tools were when it was saved. */
  readonly lock: ReturnType<typeof parseLock>;
}

export interface NewProgram extends SavedProgram {
  /** The types of its tools, for whoever reads or edits it. */
  readonly types: string;
  readonly savedAt: string;
}

function libraryIn(cwd: string): string {
  return join(cwd, '.cpe', 'programs');
}

export async function keepProgram(cwd: string, program: NewProgram): Promise<string> {
  const { name, code, types, lock, description, savedAt } = program;
  if (!NAME.test(name))
    throw cpeFault('Usage', `${JSON.stringify(name)} is no name for a program.`, {
      suggestion: 'Use lower-case letters, digits, dashes and underscores, at most 40.',
    });
  const folder = join(libraryIn(cwd), name);
  makeFolder(folder, 0o700);
  const write = (file: string, text: string): Promise<void> => writeWhole(join(folder, file), text, { mode: 0o600 });
  await write('types.d.ts', types);
  await write('cpe.lock', lockText(lock));
  await write('about.json', `${JSON.stringify({ description, savedAt }, null, 2)}\n`);
  await write('program.ts', code);
  return folder;
}

export function savedProgram(cwd: string, name: string): SavedProgram | undefined {
  if (!NAME.test(name)) return undefined;
  const read = (file: string): string => readFileSync(join(libraryIn(cwd), name, file), 'utf8');
  try {
    const { description } = About.parse(JSON.parse(read('about.json')));
    return { name, description, code: read('program.ts'), lock: parseLock(read('cpe.lock')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cpeFault('Usage', `The program ${name} cannot be used: ${(error as Error).message}`, {
      cause: error,
      suggestion: `Look at it, then check and keep it anew with ${saveCommand(name)}.`,
    });
  }
}

/** What keeps a program anew as it stands: without a file the latest program of the conversation would be kept instead. */
export function saveCommand(name: string): string {
  return `cpe save ${name} ${join('.cpe', 'programs', name, 'program.ts')}`;
}

/** All of them, by name; one that cannot be read is told and left out. */
export function savedPrograms(cwd: string, warn: (warning: string) => void): SavedProgram[] {
  return names(cwd).flatMap((name) => {
    try {
      return savedProgram(cwd, name) ?? [];
    } catch (error) {
      warn((error as Error).message);
      return [];
    }
  });
}

function names(cwd: string): string[] {
  // Nothing was saved here.
  return attempt(() => readdirSync(libraryIn(cwd)).sort(), []);
}
