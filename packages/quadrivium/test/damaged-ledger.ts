import { openSqlite } from '@quadrivium/ledger';

/** Changes an entry behind the back of the ledger, as somebody with the file in their hands can. */
export function damage(file: string): void {
  const database = openSqlite(file);
  const triggers = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec("UPDATE ledger_entries SET type = 'Denied' WHERE seq = 2");
  database.close();
}
