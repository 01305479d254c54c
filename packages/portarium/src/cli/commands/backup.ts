import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import { openSqlite, verifyDatabase } from '@quadrivium/ledger';
import { Command } from 'commander';
import type { GlobalOptions } from '../open-session.js';
import type { Printer } from '../session.js';

/** A consistent copy while the server runs: SQLite writes the new file itself, in one transaction. */
export function backupCommand(options: () => GlobalOptions, print: Printer): Command {
  return new Command('backup')
    .description('Write a consistent copy of the database; the server may go on running')
    .argument('<file>')
    .action(async (file: string) => {
      const { db } = options();
      requireFile(db);
      if (existsSync(file))
        throw new Fault('BadUsage', `${file} exists already.`, { suggestion: 'Choose another name.' });
      const database = openSqlite(db);
      try {
        database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
      } finally {
        database.close();
      }
      await chmod(file, 0o600);
      print.show({ written: file, ...(await checked(file)) });
    });
}

export function restoreCommand(options: () => GlobalOptions, print: Printer): Command {
  return new Command('restore')
    .description('Put a copy in the place of the database; the server must not run')
    .argument('<file>')
    .option('--force', 'replace a database that exists')
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const { db } = options();
      requireFile(file);
      if (existsSync(db) && !force)
        throw new Fault('BadUsage', `${db} exists already.`, { suggestion: 'Add --force to replace it.' });
      const found = await checked(file);
      if (!found.valid) throw new Fault('BadUsage', `The evidence in ${file} is broken; it is not restored.`);
      await copyFile(file, `${db}.restoring`, constants.COPYFILE_FICLONE);
      for (const leftover of [`${db}-wal`, `${db}-shm`]) await rm(leftover, { force: true });
      await rename(`${db}.restoring`, db);
      print.show({ restored: db, ...found });
    });
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
