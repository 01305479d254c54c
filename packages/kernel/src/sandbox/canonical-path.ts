import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { insideAny, type Root } from './containment.js';
import { isPlainPath } from './path-screen.js';
import { missingInside, outsideRoots } from './refusal.js';

/** Where a request leads: a real path inside a root, with or without something there already. */
export interface CanonicalPath {
  readonly path: string;
  readonly exists: boolean;
  /** The caller's own words: the only form that may appear in a message. */
  readonly asked: string;
}

/**
 * The real place a caller's text leads to, or a refusal. Symbolic links are followed to their end, `..` is collapsed,
 * and for something that does not exist yet its nearest existing ancestor decides. A link that leads nowhere is refused
 * like a forbidden one, because telling the two apart would reveal what exists outside.
 */
export async function canonicalPath(text: unknown, roots: readonly Root[], base: string): Promise<CanonicalPath> {
  const { wanted, asked } = wantedPlace(text, roots, base);
  const real = await realOrNothing(wanted);
  const path = real ?? (await futurePath(wanted, asked));
  if (!insideAny(roots, path)) throw outsideRoots(text);
  return { path, exists: real !== undefined, asked };
}

/** Whether the text leads to something inside; what is missing is not looked for any further, which is most of its cost. */
export async function leadsInside(text: unknown, roots: readonly Root[], base: string): Promise<boolean> {
  try {
    return insideAny(roots, await realpath(wantedPlace(text, roots, base).wanted));
  } catch {
    return false;
  }
}

/** What the words mean before any link is followed. */
function wantedPlace(text: unknown, roots: readonly Root[], base: string) {
  if (typeof text !== 'string') throw outsideRoots(text);
  const numbered = belowNumberedRoot(text, roots);
  const words = numbered?.below ?? text;
  if (!isPlainPath(withoutRoot(words, roots), process.platform)) throw outsideRoots(text);
  return { wanted: resolve(numbered?.root.path ?? base, words), asked: text };
}

/** `root:2/a` is `a` below the second root: a name for what lies there that does not tell where the root itself lies. */
function belowNumberedRoot(text: string, roots: readonly Root[]) {
  const [, number, rest] = /^root:([1-9]\d?)(?:\/(.*))?$/s.exec(text) ?? [];
  const root = number === undefined ? undefined : roots[Number(number) - 1];
  return root && { root, below: `./${rest ?? ''}` };
}

/** For readers: the path must lead to something. */
export async function existingPath(text: unknown, roots: readonly Root[], base: string): Promise<CanonicalPath> {
  const found = await canonicalPath(text, roots, base);
  if (!found.exists) throw missingInside(found.asked);
  return found;
}

/** The operator chose the root's name, however odd; only what the caller adds to it is screened. */
function withoutRoot(text: string, roots: readonly Root[]): string {
  const root = roots.find((candidate) => text === candidate.path || text.startsWith(candidate.path + sep));
  return root === undefined ? text : `.${text.slice(root.path.length)}`;
}

async function realOrNothing(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}

/** The name something missing would get: the real path of its nearest existing ancestor plus the missing names. */
async function futurePath(wanted: string, text: string): Promise<string> {
  const missing: string[] = [];
  for (let at = wanted; ; at = dirname(at)) {
    if ((await isThere(at)) || at === dirname(at)) throw outsideRoots(text);
    missing.unshift(basename(at));
    const real = await realOrNothing(dirname(at));
    if (real !== undefined) return join(real, ...missing);
  }
}

/** True for a link whose target cannot be reached: it is there, though it leads nowhere. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
