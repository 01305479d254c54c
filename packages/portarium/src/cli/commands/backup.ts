import { closeSync, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import { copyWhole } from '@quadrivium/kernel/essentials';
import { argument, onSwitch } from '@quadrivium/kernel/shell';
import { openSqlite, verifyDatabase } from '@quadrivium/ledger';
import { takeSeat } from '../../store/engine-seat.js';
import { shown } from '../command-context.js';
import { portariumCommand } from '../global-flags.js';

/** A consistent copy while the server runs: SQLite writes the new file itself, in one transaction. */
export const backupCommand = portariumCommand({
  name: 'backup',
  description: 'Write a consistent copy of the database; the server may go on running',
  arguments: { file: argument('where to write it') },
  async run(_, { file, db }) {
    requireFile(db);
    if (existsSync(file))
      throw new Fault('BadUsage', `${file} exists already.`, { suggestion: 'Choose another name.' });
    // An empty file is taken as it is, so the copy is nobody else's business from its first byte on.
    closeSync(openSync(file, 'wx', 0o600));
    await copyInto(db, file);
    return shown({ written: file, ...(await checked(file)) });
  },
});

async function copyInto(db: string, file: string): Promise<void> {
  const database = openSqlite(db);
  try {
    database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    database.close();
  }
}

export const restoreCommand = portariumCommand({
  name: 'restore',
  description: 'Put a copy in the place of the database; the server must not run',
  arguments: { file: argument('the copy') },
  options: { force: onSwitch('force', 'replace a database that exists') },
  async run(_, { file, force, db }) {
    requireFile(file);
    if (existsSync(db) && !force)
      throw new Fault('BadUsage', `${db} exists already.`, { suggestion: 'Add --force to replace it.' });
    const found = await checked(file);
    if (!found.valid) throw new Fault('BadUsage', `The evidence in ${file} is broken; it is not restored.`);
    await withoutEngine(db, () =>
      copyWhole(file, db, { mode: 0o600, draft: `${db}.restoring` }, async () => {
        for (const leftover of [`${db}-wal`, `${db}-shm`]) await rm(leftover, { force: true });
      }),
    );
    return shown({ restored: db, ...found });
  },
});

/** An engine would go on in the file that is taken away from under it, and what it writes would be lost. */
async function withoutEngine(db: string, work: () => Promise<void>): Promise<void> {
  if (!existsSync(db)) return work();
  const seat = takeSeat(db, 'restore');
  if (seat === undefined)
    throw new Fault('BadUsage', `A server or a command runs on ${db}.`, { suggestion: 'Stop it first.' });
  try {
    await work();
  } finally {
    seat.leave();
  }
}

function requireFile(path: string): void {
  if (/^postgres(?:ql)?:/.test(path))
    throw new Fault('BadUsage', 'PostgreSQL has its own tools for this: pg_dump and pg_restore.');
  if (!existsSync(path)) throw new Fault('BadUsage', `There is no file ${path}.`);
}

async function checked(file: string): Promise<{ valid: boolean; entries: number }> {
  const report = await verifyDatabase(file);
  return { valid: report.valid, entries: report.chains.reduce((sum, { entries }) => sum + entries, 0) };
}
