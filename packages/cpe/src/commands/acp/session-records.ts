import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeWholeNow } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { ID_FORM } from '../../agent/agent-world.js';

/** The id becomes the name of a file, and a record may have been written by anybody. */
const Record = z.object({
  sessionId: z.string().regex(ID_FORM),
  last: z.string(),
  title: z.string(),
  updatedAt: z.string(),
});

/** Where a session of an editor stands in the conversations of its folder, so that it can be loaded later. */
export type SessionRecord = z.output<typeof Record>;

function folderIn(cwd: string): string {
  return join(cwd, '.cpe', 'acp');
}

export function writeRecord(cwd: string, record: SessionRecord): void {
  makeFolder(folderIn(cwd), 0o700);
  writeWholeNow(join(folderIn(cwd), `${record.sessionId}.json`), JSON.stringify(record), { mode: 0o600 });
}

export function readRecord(cwd: string, sessionId: string): SessionRecord | undefined {
  return records(cwd).find((record) => record.sessionId === sessionId);
}

/** The latest first. */
export function records(cwd: string): SessionRecord[] {
  try {
    const names = readdirSync(folderIn(cwd)).filter((name) => name.endsWith('.json'));
    const found = names.flatMap((name) => parsed(join(folderIn(cwd), name)));
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
