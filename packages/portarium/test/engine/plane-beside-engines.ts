import { onTestFinished } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder } from '../app/plane.js';
import { createTestedPlane } from '../app/use-cases.js';
import { bundledEngine } from './engine-process.js';

export const alice: Caller = { workspaceId: idOf('ws-a'), principalId: idOf('alice'), kind: 'user', roles: ['admin'] };

/** A plane that runs nothing itself, on a database that engines of their own processes share, to be killed at will. */
export async function planeBesideEngines(
  servers: readonly string[],
  place?: { readonly database: string; readonly store: Store },
) {
  const engine = await bundledEngine();
  onTestFinished(() => engine.remove());
  const database = place?.database ?? `${temporaryFolder()}/portarium.db`;
  const surroundings = realSurroundings();
  const store = place?.store ?? openSqliteStore(database, { surroundings });
  const idle = { servers: () => servers, tools: async () => [], call: async () => Promise.reject(new Error('no')) };
  const plane = createTestedPlane({
    ...{ store, surroundings, downstream: idle, http: idle, owner: 'o', runEngine: false },
  });
  onTestFinished(() => plane.close());
  await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'alice' });
  return { engine, database, store, plane };
}
