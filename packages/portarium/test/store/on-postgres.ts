import { afterAll, beforeAll, describe } from 'vitest';
import { type PostgresServer, postgresIsAbsent, startPostgres } from './postgres-server.js';

/** Tests that share a server of their own; skipped where there is no PostgreSQL. */
export function onPostgres(title: string, tests: (server: () => PostgresServer) => void): void {
  describe.skipIf(postgresIsAbsent())(title, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());
    tests(() => server);
  });
}
