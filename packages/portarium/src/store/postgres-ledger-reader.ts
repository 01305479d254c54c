import pg from 'pg';
import { PostgresLedger } from './postgres-ledger.js';
import { sqlOn } from './postgres-sql.js';

/** Evidence over one connection that nobody else uses. It lasts as long as its thread. */
export async function connectLedger(url: string): Promise<PostgresLedger> {
  const client = new pg.Client({ connectionString: url });
  // Whoever reads hears of it by the statement that fails.
  client.on('error', () => {});
  await client.connect();
  return new PostgresLedger((work) => work(sqlOn(client)));
}
