/** Takes the lock of the database that is named and keeps it until it is killed. */
import { openSqlite } from '@quadrivium/ledger';

const database = openSqlite(process.argv[2] ?? '');
database.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
// It must not be given up as something that nobody needs any more.
setInterval(() => void database.isTransaction, 1000);
