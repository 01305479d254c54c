/** A worker as a coordinator sees it that loses letters, comes late, or means it ill. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { connectNats } from '../../src/distribution/wire/connect.js';
import { encode } from '../../src/distribution/wire/encode.js';
import { Link } from '../../src/distribution/wire/link.js';
import { outcome, read, type Welcome, welcome } from '../../src/distribution/wire/messages.js';
import { studyBytes } from '../../src/distribution/wire/study.js';
import { hashOf, storeStudy } from '../../src/distribution/wire/study-store.js';
import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { multistageProblem, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { version } from '../../src/version.js';
import { caseOf, randomCase } from '../random-case.js';
import { nameOf, WorkersHere } from './workers-here.js';

const contents = () => randomCase(3, { stages: 3, openings: 2, passes: 2, iterations: 2 });
const unknown = { cuts: 0, generation: 0, basis: 0 };
const forgetful = [0, 1, 2].map((place) => ({ place, ...unknown }));

/** Does by hand what a run does. */
class Coordinator {
  readonly states: number;
  readonly noise: number;
  readonly #link: Link;
  readonly #worker: string;
  readonly #study: { readonly study: string; readonly bytes: number };

  private constructor(link: Link, worker: string, study: Uint8Array, states: number, noise: number) {
    this.#link = link;
    this.#worker = worker;
    this.#study = { study: hashOf(study), bytes: study.length };
    [this.states, this.noise] = [states, noise];
  }

  static async at(url: string, worker: string): Promise<{ coordinator: Coordinator; leave: () => Promise<void> }> {
    const study = await caseOf(contents());
    const problem = multistageProblem(study, buildStochasticModel(study), {});
    const { stateCount } = problem.space;
    const pools = problem.stages.map(({ successors }) =>
      successors.length > 0 ? CutPool.create(stateCount, 1) : undefined,
    );
    const bytes = studyBytes(study, problem, pools);
    const connection = await connectNats({ url, prefix: 'cobre' }, 'test', false);
    await storeStudy(connection, 'cobre', bytes);
    const noise = problem.stages[0]!.noise.layout.dimension;
    const coordinator = new Coordinator(new Link(connection, 1 << 20), worker, bytes, stateCount, noise);
    return { coordinator, leave: () => connection.close() };
  }

  async invite(session: string): Promise<Welcome> {
    const asked = { type: 'invitation', session, ...this.#study, version, solver: 'simplex', notes: false };
    return read(welcome, await this.#link.call(`cobre.worker.${this.#worker}`, encode(asked)));
  }

  dismiss(session: string): Promise<unknown> {
    return this.#link.call(`cobre.worker.${this.#worker}`, encode({ type: 'dismissal', session }));
  }

  async give(session: string, letter: object) {
    const given = { session, epoch: 1, memory: [], needs: [], tasks: [], ...letter };
    const subject = `cobre.study.${this.#study.study.slice(0, 16)}.${this.#worker}`;
    return read(outcome, await this.#link.call(subject, encode(given)));
  }

  cut(place: number, first: number) {
    const [intercept, slope] = [new Float64Array(1), new Float64Array(this.states)];
    return { type: 'cuts', place, first, intercept, slope, theta: new Int32Array(1) };
  }

  forward(change: object = {}) {
    const [state, noise] = [new Float64Array(this.states), new Float64Array(3 * this.noise)];
    return { type: 'forward', iteration: 1, state, noise, places: Int32Array.of(0, 1, 2), ...change };
  }
}

describe.skipIf(natsIsAbsent())('a worker (apt-get install nats-server)', () => {
  let server: NatsServer;
  let coordinator: Coordinator;
  let leave: () => Promise<void>;
  const workers = new WorkersHere();
  beforeEach(async () => {
    server = await startNats();
    const worker = nameOf(await workers.start({ url: server.url }));
    ({ coordinator, leave } = await Coordinator.at(server.url, worker));
  }, 60_000);
  afterEach(async () => {
    await leave();
    await workers.stopAll();
    await server.stop();
  });

  test('takes nothing from a letter that comes after those of a later step', async () => {
    expect(await coordinator.invite('a')).toEqual({ type: 'ready', known: forgetful });
    expect(await coordinator.give('a', { epoch: 2 })).toMatchObject({ type: 'done' });
    const late = { epoch: 1, memory: [coordinator.cut(0, 0)], tasks: [coordinator.forward()] };
    expect(await coordinator.give('a', late)).toEqual({ type: 'late' });
    expect(await coordinator.invite('a')).toEqual({ type: 'ready', known: forgetful });
  }, 120_000);

  test('that missed cuts says what it has, and works once it has been told the rest', async () => {
    await coordinator.invite('a');
    const need = { place: 0, cuts: 2, generation: 1, basis: 0 };
    const active = { type: 'active', place: 0, generation: 1, active: Uint8Array.of(1, 1) };
    const second = { memory: [coordinator.cut(0, 1), active], needs: [need], tasks: [coordinator.forward()] };
    expect(await coordinator.give('a', second)).toEqual({ type: 'lacking', known: forgetful });
    const whole = { ...second, memory: [coordinator.cut(0, 0), coordinator.cut(0, 1), active] };
    expect(await coordinator.give('a', whole)).toMatchObject({ type: 'done', answers: [{ type: 'forward' }] });
  }, 120_000);

  test('works for one run at a time, also when two have the same study', async () => {
    await coordinator.invite('a');
    expect(await coordinator.invite('b')).toMatchObject({ type: 'refused', isBusy: true });
    expect(await coordinator.give('b', { tasks: [coordinator.forward()] })).toEqual({ type: 'elsewhere' });
    expect(await coordinator.give('a', { tasks: [coordinator.forward()] })).toMatchObject({ type: 'done' });
    await coordinator.dismiss('a');
    expect(await coordinator.invite('b')).toMatchObject({ type: 'ready' });
    expect(await coordinator.give('a', { tasks: [coordinator.forward()] })).toEqual({ type: 'elsewhere' });
  }, 120_000);

  test('lives on whatever numbers it is sent', async () => {
    await coordinator.invite('a');
    const { states, noise } = coordinator;
    const filled = (length: number, value: number) => new Float64Array(length).fill(value);
    let epoch = 1;
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1e308, 7]) {
      const memory = [0, 1, 2].map((place) => ({
        type: 'basis',
        place,
        number: epoch,
        size: 40,
        values: filled(40, value),
      }));
      const tasks = [
        coordinator.forward({ iteration: epoch }),
        coordinator.forward({ state: filled(states, value), noise: filled(3 * noise, value) }),
      ];
      for (const task of tasks) {
        const answered = await coordinator.give('a', { epoch: epoch++, memory, tasks: [task] });
        expect(['done', 'failed'], String(value)).toContain(answered.type);
      }
    }
    expect(await coordinator.give('a', { epoch, tasks: [coordinator.forward()] })).toMatchObject({});
    await coordinator.dismiss('a');
    const study = await caseOf(contents());
    const remote = await openRemoteWorkers({ nats: { url: server.url, prefix: 'cobre' }, atLeast: 1, tell: () => {} });
    await trainPolicy(study, buildStochasticModel(study), { remote });
    expect(remote.hosts()).toHaveLength(1);
    await remote.close();
  }, 120_000);
});
