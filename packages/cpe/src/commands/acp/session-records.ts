import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';
import * as z from 'zod';

const Record = z.object({ sessionId: z.string(), last: z.string(), title: z.string(), updatedAt: z.string() });

/** Where a session of an editor stands in the conversations of its folder, so that it can be loaded later. */
export type SessionRecord = z.output<typeof Record>;

function folderIn(cwd: string): string {
  return join(cwd, '.cpe', 'acp');
}

export function writeRecord(cwd: string, record: SessionRecord): void {
  makeFolder(folderIn(cwd), 0o700);
  writeFileSync(join(folderIn(cwd), `${record.sessionId}.json`), JSON.stringify(record), { mode: 0o600 });
}

export function readRecord(cwd: string, sessionId: string): SessionRecord | undefined {
  return records(cwd).find((record) => record.sessionId === sessionId);
}

/** The latest first. */
export function records(cwd: string): SessionRecord[] {
  try {
    const found = readdirSync(folderIn(cwd)).flatMap((name) => parsed(join(folderIn(cwd), name)));
    return found.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  } catch {
    return []; // No editor has been here.
  }
}

function parsed(path: string): SessionRecord[] {
  try {
    const { data } = Record.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return data === undefined ? [] : [data];
  } catch {
    return [];
  }
}
