/** Workers elsewhere find the same numbers to the last bit, whoever of them solved what. A real server, real processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import type { Case } from '../../src/case/model.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { type RunEvent, trainPolicy } from '../../src/sddp/index.js';
import { simulatePolicy } from '../../src/simulation/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import type { CaseContents } from '../case/write-case.js';
import { nodeFilesOf, studyOnNodes } from '../extensive-form/nodes.js';
import { caseOf, randomCase } from '../random-case.js';
import { endless } from '../sddp/endless-case.js';
import { fingerprint } from './fingerprint.js';
import { startWorkerAt, type WorkerProcess } from './worker-process.js';

const options = { stages: 3, openings: 3, passes: 4, iterations: 8 };

/** Selection looks at which cuts decided solutions, which is counted where they are solved. */
function withSelection(contents: CaseContents): CaseContents {
  const config = structuredClone(contents['config.json']) as { training: Record<string, unknown> };
  config.training.cut_selection = { enabled: true, method: 'level1', check_frequency: 2 };
  return { ...contents, 'config.json': config };
}

function onNodes(): CaseContents {
  const studies = Array.from({ length: 40 }, (_, seed) => studyOnNodes(seed + 1));
  const found = studies.find(
    ({ study, nodes, enumerated }) => study.stages.length === 3 && nodes.length > 4 && !enumerated,
  )!;
  return nodeFilesOf({ ...found, study: { ...found.study, iterations: 8 } });
}

function multiCut(contents: CaseContents): CaseContents {
  const config = structuredClone(contents['config.json']) as { training: Record<string, unknown> };
  config.training.cut_formulation = 'multi';
  return { ...contents, 'config.json': config };
}

async function scenariosOf(study: Case, policy: Awaited<ReturnType<typeof trainPolicy>>['policy'], extra: object = {}) {
  const found: unknown[] = [];
  for await (const { table: _, ...result } of rows(study, policy, extra)) found.push(result);
  return found;
}

async function* rows(study: Case, policy: Awaited<ReturnType<typeof trainPolicy>>['policy'], extra: object) {
  for await (const { scenario, cost, places, tables } of simulatePolicy(study, buildStochasticModel(study), policy, {
    scenarios: 9,
    ...extra,
  }))
    yield { table: null, scenario, cost, places, tables: tables.map(({ columns }) => columns) };
}

describe.skipIf(natsIsAbsent())('workers of a NATS server (apt-get install nats-server)', () => {
  let server: NatsServer;
  let workers: WorkerProcess[];
  beforeAll(async () => {
    server = await startNats();
    workers = await Promise.all([startWorkerAt(server.url, 2), startWorkerAt(server.url, 1)]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
    await server.stop();
  });

  test.each([
    ['a random case', randomCase(3, options)],
    ['a random case with cut selection', withSelection(randomCase(20, options))],
    ['a random case with many cuts for each trial', multiCut(randomCase(3, options))],
    ['a policy graph with nodes', onNodes()],
    ['a stage that follows itself', endless(randomCase(3, options))],
  ])(
    'train and simulate %s as one thread does',
    async (_, contents) => {
      const study = await caseOf(contents);
      const alone = await trainPolicy(study, buildStochasticModel(study));
      const events: RunEvent[] = [];
      const nats = { url: server.url, prefix: 'cobre' };
      const remote = await openRemoteWorkers({ nats, atLeast: 2, tell: (event) => events.push(event) });
      try {
        const together = await trainPolicy(study, buildStochasticModel(study), { remote });
        expect(fingerprint(together.policy)).toEqual(fingerprint(alone.policy));
        const solves = ({ iterations }: typeof alone) => iterations.map(({ lpSolves }) => lpSolves);
        expect(solves(together)).toEqual(solves(alone));
        const done = remote.hosts();
        expect(done.length).toBeGreaterThan(0);
        expect(done.reduce((sum, { lp_solves }) => sum + lp_solves, 0)).toBeGreaterThan(0);
        const played = await scenariosOf(study, together.policy, { remote });
        expect(played).toEqual(await scenariosOf(study, alone.policy));
      } finally {
        await remote.close();
      }
      expect(events.filter(({ type }) => type === 'worker_joined').length).toBeGreaterThanOrEqual(2);
      expect(events.filter(({ type }) => type === 'worker_refused')).toEqual([]);
    },
    300_000,
  );
});
