/**
 * Starts of runs on PostgreSQL, with their state, evidence and events, against starts of workflows by DBOS, which keeps a
 * row of state for each and no evidence. Both on the same server that syncs every commit, in turns, for 1, 4 and 16 clients
 * that each start the next one when the last is acknowledged. What was started waits: only starting is measured.
 */
import { DBOS } from '@dbos-inc/dbos-sdk';
import type { BenchRow } from '../../../bench/row.js';
import { realSurroundings } from '../src/domain/surroundings.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import { postgresIsAbsent, startPostgres } from '../test/store/postgres-server.js';
import { alice, benchPlane, elapsed, inFolder, middle } from './bench-plane.js';

export async function benchCases({ quick }: { readonly quick: boolean }): Promise<readonly BenchRow[]> {
  if (postgresIsAbsent()) return [];
  const server = await startPostgres({ syncs: true });
  try {
    const [ours, theirs] = [await server.database('ours'), await server.database('theirs')];
    return await inFolder(async (folder) => {
      const opened = await openPostgresStore(ours, { surroundings: realSurroundings() });
      const { plane, close } = await benchPlane(folder, { opened });
      const dbos = await openDbos(theirs);
      const start = () => plane.startRun(alice, { workflowId: 'gated', input: { text: 'x' } });
      const rows = [];
      const perRound = quick ? 32 : 320;
      for (const clients of [1, 4, 16]) {
        const pairs: [number, number][] = [];
        for (let round = 0; round < (quick ? 3 : 7); round += 1)
          pairs.push([await rate(clients, perRound, start), await rate(clients, perRound, dbos.start)]);
        rows.push(row(clients, pairs.slice(1)));
      }
      await dbos.close();
      await close();
      return [...rows, growth(rows)];
    });
  } finally {
    await server.stop();
  }
}

/** Starts per second. */
async function rate(clients: number, perRound: number, start: () => Promise<unknown>): Promise<number> {
  let left = perRound;
  const client = async (): Promise<void> => {
    while (left-- > 0) await start();
  };
  return perRound / ((await elapsed(() => Promise.all(Array.from({ length: clients }, client)))) / 1000);
}

/** Its workflows wait at their first line until the end. */
async function openDbos(url: string): Promise<{ start(): Promise<unknown>; close(): Promise<void> }> {
  let finish: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const wait = DBOS.registerWorkflow(
    async (text: string) => {
      await over;
      return text;
    },
    { name: 'wait' },
  );
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error' });
  await DBOS.launch();
  return {
    start: () => DBOS.startWorkflow(wait)('x'),
    async close() {
      finish();
      await DBOS.shutdown();
    },
  };
}

function row(clients: number, pairs: readonly [number, number][]): BenchRow {
  return {
    name: `portarium start a run on PostgreSQL with ${clients} client${clients === 1 ? '' : 's'}, per start by DBOS`,
    ours: middle(pairs.map(([ours]) => ours)),
    baseline: middle(pairs.map(([, baseline]) => baseline)),
    ratio: middle(pairs.map(([ours, baseline]) => ours / baseline)),
    unit: 'starts/s',
    target: '>= 0.5',
    dominatedBy: 'six rows of state, evidence and events for each start, beside one of theirs',
  };
}

/** More clients, more starts: whoever waits for the lock of the workspace is committed together with others. */
function growth(rows: readonly BenchRow[]): BenchRow {
  const [one, sixteen] = [rows[0]?.ours ?? Number.NaN, rows.at(-1)?.ours ?? Number.NaN];
  return {
    name: 'portarium start runs on PostgreSQL with 16 clients, per 1 client',
    ours: sixteen,
    baseline: one,
    ratio: sixteen / one,
    unit: 'starts/s',
    target: '>= 1',
  };
}
