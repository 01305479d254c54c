/** Where the process that holds a folder listens, for other commands on the same machine. Only the lock says whether it lives. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, writeWhole } from '@quadrivium/kernel/essentials';
import * as z from 'zod';

const RunningNote = z.object({
  pid: z.int(),
  url: z.url(),
  startedAt: z.string(),
  /** Behind TLS: where the systems reach each other, and the certificate that is served. */
  inner: z.url().optional(),
  certificate: z.string().optional(),
});
export type RunningNote = z.output<typeof RunningNote>;

const noteFile = (folder: string) => join(folder, 'running.json');

export function writeRunningNote(folder: string, note: RunningNote): Promise<void> {
  return writeWhole(noteFile(folder), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

export function readRunningNote(folder: string): RunningNote | undefined {
  // Absent, or from a time when it meant something else: then nobody knows where the process listens.
  return attempt(() => RunningNote.parse(JSON.parse(readFileSync(noteFile(folder), 'utf8'))), undefined);
}

export function removeRunningNote(folder: string): void {
  rmSync(noteFile(folder), { force: true });
}
