import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, makeFolder, presentDate, writeWhole } from '@quadrivium/kernel/essentials';
import { type ConfigWorld, cacheFolder } from '../../config/discover.js';
import { type Remembered, rememberedFrom, rememberedText } from './remembered.js';

/** What servers have said about their tools, by `cacheKey`; for those that are only started when they are needed. */
export interface ToolCache {
  /** Undefined when nothing is known, or nothing that can be used; `warn` is told why a file cannot be used. */
  read(key: string, warn: (reason: string) => void): Remembered | undefined;
  write(key: string, entry: Remembered, warn: (reason: string) => void): Promise<void>;
  remove(key: string): boolean;
  keys(): readonly string[];
}

/** After so long a server is asked again, even if nobody called it meanwhile. */
const LONGEST_AGE_MS = 7 * 24 * 3_600_000;
const MOST_FILES = 200;
const MOST_BYTES = 16 * 1024 * 1024;

export function userToolCache(world: ConfigWorld): ToolCache {
  return fileToolCache(join(cacheFolder(world), 'tools'));
}

/** One file for each server in a folder of the user's own. Nobody else may read it, and nobody else's file is believed. */
export function fileToolCache(folder: string, now: () => Date = presentDate): ToolCache {
  const pathOf = (key: string): string => join(folder, `${key}.json`);
  const cache: ToolCache = {
    read(key, warn) {
      const path = pathOf(key);
      try {
        const text = ownText(path);
        const entry = text === undefined ? undefined : rememberedFrom(text);
        return entry !== undefined && isFresh(entry, now()) ? entry : undefined;
      } catch (error) {
        warn(`${path} is not used: ${firstLine(error)}`);
        return undefined;
      }
    },
    async write(key, entry, warn) {
      const text = rememberedText(entry);
      try {
        if (text.length > MOST_BYTES) throw new Error(`its list of tools has ${text.length} characters`);
        makeFolder(folder, 0o700);
        await writeWhole(pathOf(key), text, { mode: 0o600 });
        forgetOldest(folder);
      } catch (error) {
        warn(`what it offers is not remembered: ${firstLine(error)}`);
        if (text.length > MOST_BYTES) cache.remove(key);
      }
    },
    remove(key) {
      const known = cache.keys().includes(key);
      rmSync(pathOf(key), { force: true });
      return known;
    },
    keys: () => filesIn(folder).map((file) => file.slice(0, -'.json'.length)),
  };
  return cache;
}

/** Undefined where there is none. */
function ownText(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return undefined;
  const isOurs = process.getuid === undefined || (file.uid === process.getuid() && (file.mode & 0o022) === 0);
  if (!isOurs) throw new Error('somebody else may have written it');
  if (file.size > MOST_BYTES) throw new Error(`it has ${file.size} bytes`);
  return readFileSync(path, 'utf8');
}

/** A clock that was set back makes nothing fresh for ever. */
function isFresh({ savedAt }: Remembered, now: Date): boolean {
  const age = now.getTime() - Date.parse(savedAt);
  return Math.abs(age) <= LONGEST_AGE_MS;
}

function forgetOldest(folder: string): void {
  const files = filesIn(folder);
  if (files.length <= MOST_FILES) return;
  const ages = files.map((file) => ({
    file,
    at: statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  const oldest = ages.sort((a, b) => a.at - b.at).slice(0, files.length - MOST_FILES);
  for (const { file } of oldest) rmSync(join(folder, file), { force: true });
}

function filesIn(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder)
        .filter((file) => /^[0-9a-f]{32}\.json$/.test(file))
        .sort(),
    [],
  );
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}
