/** Removes what is old from the database it is given, and says so when it is done. */
import { createControlPlane } from '../../src/app/create-control-plane.js';
import { runRetention } from '../../src/app/retention/retention.js';
import { keysFor } from '../../src/bin/key-file.js';
import { idOf } from '../../src/domain/ids.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';

const [, , database = '', keyFile = ''] = process.argv;
const surroundings = realSurroundings();
const store = database.startsWith('postgres')
  ? await openPostgresStore(database, { surroundings })
  : openSqliteStore(database, { surroundings });
const nothing = { servers: () => [], tools: async () => [], call: async () => Promise.reject(new Error('not here')) };
const keys = keysFor(keyFile);
const plane = createControlPlane({
  store,
  surroundings,
  downstream: nothing,
  http: nothing,
  owner: 'janitor',
  runEngine: false,
  ...keys,
});
process.stdout.write('open\n');
await runRetention(plane.deps, {
  workspaceId: idOf('ws-a'),
  principalId: idOf('adam'),
  kind: 'user',
  roles: ['admin'],
});
process.stdout.write('done\n');
await plane.close();
