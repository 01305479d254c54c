/** A process that opens a hundred new databases, each at a moment it shares with others: `opener.ts <folder> <start>`. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/index.js';

const [folder = '', start = '0'] = process.argv.slice(2);
for (let i = 0; i < 100; i++) {
  while (Date.now() < Number(start) + 10 * i);
  try {
    const database = openSqlite(join(folder, `${i}.db`));
    database.exec('CREATE TABLE IF NOT EXISTS opened (by)');
    database.close();
  } catch (error) {
    writeSync(1, `${error}\n`);
  }
}
