import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import { type ConfigWorld, stateFolder } from '../../config/discover.js';

const MOST_LINES = 1000;

export function historyPath(world: ConfigWorld): string {
  return join(stateFolder(world), 'history');
}

/** What was typed before, the latest first. A line of the file is JSON, since a prompt may have several lines itself. */
export function readHistory(path: string): string[] {
  return textOf(path).split('\n').flatMap(parsed).reverse().slice(0, MOST_LINES);
}

/** Added at once, so that no crash loses it; only the user may read it. Returns the reason when it cannot be kept. */
export function addToHistory(path: string, line: string): string | undefined {
  try {
    makeFolder(dirname(path), 0o700);
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The file does not grow for ever: what is too old to be shown is taken away, at the start of a session, if that can be done. */
export async function trimHistory(path: string): Promise<void> {
  const lines = textOf(path).split('\n').length - 1;
  if (lines < 2 * MOST_LINES) return;
  const kept = readHistory(path).reverse();
  const text = kept.map((line) => `${JSON.stringify(line)}\n`).join('');
  // Whoever adds a line next tells that nothing can be written there.
  await writeWhole(path, text, { mode: 0o600 }).catch(() => undefined);
}

function textOf(path: string): string {
  // Without a memory the editor still edits.
  return attempt(() => readFileSync(path, 'utf8'), '');
}

function parsed(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}
