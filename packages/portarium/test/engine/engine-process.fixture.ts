/** An engine in a process of its own, to be killed: `engine-process <database> <desk url> <lease ms> [restate]`. */
import { writeSync } from 'node:fs';
import { createControlPlane } from '../../src/app/create-control-plane.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import { createHttpCaller } from '../../src/steps/http-caller.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';

const [database = '', desk = '', leaseMs = '100', restateOptions] = process.argv.slice(2);
const surroundings = realSurroundings();
const store = database.startsWith('postgres:')
  ? await openPostgresStore(database, { surroundings })
  : openSqliteStore(database, { surroundings });
const restate =
  restateOptions === undefined
    ? undefined
    : await (await import('../../src/restate/open-restate.js')).openRestate(JSON.parse(restateOptions));
createControlPlane({
  store,
  surroundings,
  downstream: connectDownstream({ desk: { type: 'http', url: desk } }),
  http: createHttpCaller({ allowedHosts: [new URL(desk).host] }),
  owner: `engine-${process.pid}`,
  engine: {
    leaseMs: Number(leaseMs),
    pollMs: 20,
    ...(restate === undefined ? {} : { carrier: restate.carrier }),
    onProblem: (error) => process.stderr.write(`${(error as Error).stack}\n`),
  },
});
writeSync(1, 'running\n');
