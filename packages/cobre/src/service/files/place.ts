import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Files } from './files.js';

/** A directory a caller named: its own words for messages, and where it really is. */
export interface Place {
  readonly asked: string;
  readonly path: string;
}

/** The directory of a case, or the seed's `MissingFile`. What lies outside the allowed directories is refused first. */
export async function casePlace(files: Files, asked: string): Promise<Place> {
  const half = await halfReplaced(files, asked);
  return directory(files, asked, () => {
    return new Fault('MissingFile', `Case directory '${asked}' does not exist or is not a directory`, {
      context: { file: asked, path: asked },
      suggestion: half
        ? `A migration of it was interrupted: cobre migrate ${asked} --in-place finishes it; the old case is in ${half.kept}.`
        : 'Give the path of a directory that contains config.json, stages.json and system/.',
    });
  });
}

/**
 * A case that has no directory any more and not yet again: its replacement is whole, but does not have its name yet. Null
 * when that is not so. Whoever replaces a case keeps the old one under the first name and makes the new one under the second.
 */
export async function halfReplaced(files: Files, asked: string): Promise<{ kept: string; ready: string } | null> {
  const names = namesBeside(asked);
  const present = (path: string) => files.exists(path);
  if ((await present(asked)) || !(await present(names.kept)) || !(await present(names.ready))) return null;
  return names;
}

export function namesBeside(place: string): { kept: string; ready: string; drafts: string } {
  const hidden = (ending: string) => join(dirname(place), `.${basename(place)}.${ending}`);
  return { kept: `${place.replace(/[\\/]+$/, '')}.old`, ready: hidden('migrated'), drafts: hidden('migrating-') };
}

/** The directory of results or of a policy, or the seed's `OutputNotFound`. */
export async function outputPlace(files: Files, asked: string, expected: string): Promise<Place> {
  return directory(files, asked, () => outputNotFound(asked, expected));
}

export function outputNotFound(path: string, expected: string): Fault<'OutputNotFound'> {
  return new Fault('OutputNotFound', `'${path}' does not exist or has no ${expected}`, {
    context: { path, expected_content: expected },
    suggestion: 'Give the output directory of a finished run, or run the case first with cobre/run.',
  });
}

export function outputCorrupted(file: string, cause: unknown): Fault<'OutputCorrupted'> {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Fault('OutputCorrupted', `${file} cannot be read: ${detail}`, {
    context: { file, detail },
    suggestion: 'Run the case again; the file was not written completely or was changed since.',
    cause,
  });
}

/** A path this service returns: the caller's words when they lead there from anywhere, the canonical path otherwise. */
export function shownPath({ asked, path }: Place, ...below: readonly string[]): string {
  if (/^root:\d/.test(asked)) return join(asked, ...below);
  return resolve(isAbsolute(asked) ? asked : path, ...below);
}

/** Text in which a canonical path is replaced by what the caller called it. */
export function inCallersWords(text: string, { asked, path }: Place): string {
  return text.replaceAll(path, asked);
}

async function directory(files: Files, asked: string, missing: () => Fault): Promise<Place> {
  const path = await files.resolveNew(asked);
  const found = await files.stat(asked).catch(() => null);
  if (found === null || !found.isDirectory()) throw missing();
  return { asked, path };
}
