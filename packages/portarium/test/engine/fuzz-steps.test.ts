/**
 * Every kind of step with odd values in all its places, written down and computed. Whatever is refused is refused with a
 * fault; whatever is accepted comes to an end or waits for somebody, without a failure of the engine. `PORTARIUM_FUZZ=10000`
 * for the long form.
 */
import { expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { Fault } from '../../src/faults.js';
import { stepKinds } from '../../src/steps/index.js';
import type { Downstream } from '../../src/steps/ports.js';
import { openPlane } from '../app/plane.js';
import { seededRandom } from './crash-suite.js';

const cases = Number(process.env.PORTARIUM_FUZZ ?? sampledCount('odd steps of portarium', 400, 60));

const deep = (depth: number): unknown => {
  let value: unknown = 'leaf';
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** JSON as a stranger would send it: `__proto__` as a member of its own, halves of characters, numbers at their ends. */
const odd: readonly unknown[] = [
  ...[
    0,
    -0,
    -1,
    0.1,
    1 / 3,
    1e300,
    -1e300,
    5e-324,
    2 ** 53,
    2 ** 53 + 2,
    Number.MAX_VALUE,
    8.64e15,
    253_402_300_800_000,
  ],
  ...[
    '',
    ' ',
    '\ud800',
    'a\udfff',
    '\u0000',
    '\u202e',
    'NaN',
    '1e999',
    '{{',
    '}}',
    '{{ }}',
    '{{ input',
    '__proto__',
    'constructor',
  ],
  ...[null, true, false, [], {}, [[]], [null], ['\ud800'], { '\ud800': 1 }, 'x'.repeat(100_000)],
  ...['2026-02-31T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:60Z', '-000001-01-01', 'file:///etc/passwd'],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}, "toString": 1}'),
  deep(50),
  deep(2000),
  Array.from({ length: 2000 }, (_, i) => i),
];

/** Everything that expressions can make of such values. */
const computed: readonly string[] = [
  ...['/', '*', '-', '+', '%', '<', '==', '&&', '||', 'in'].map((op) => `input.a ${op} input.b`),
  ...[
    'input.a',
    '-input.a',
    '!input.a',
    'input.a.b.c',
    "input['__proto__']",
    'input.__proto__.polluted',
    'steps.none.output',
  ],
  ...['length(input.a)', 'keys(input.a)', 'input.a[input.b]', 'item', 'index', 'run', 'input', 'input.a / 0', '0 / 0'],
];

/** One step of each kind as it should be. */
const sound: Readonly<Record<string, object>> = {
  'mcp:call': { server: 'desk', tool: 'write', arguments: { a: '{{ input.a }}' } },
  'http:call': {
    method: 'POST',
    url: 'http://127.0.0.1:1/{{ input.a }}',
    headers: { h: '{{ input.b }}' },
    body: { a: 1 },
  },
  'approval:request': { prompt: '{{ input.a }}', expiresInMs: 60_000, roles: ['approver'] },
  'work-item:create': { title: 'Look at {{ input.a }}', dueInMs: 1000 },
  'human:task': { instructions: 'Do {{ input.a }}', outcomeSchema: { type: 'object' } },
  'agent:task': { capability: 'a:b', payload: { a: '{{ input.a }}' } },
  'timer:wait': { durationMs: '{{ input.a }}' },
  'event:emit': { type: 'Odd', data: { a: '{{ input.a }}' } },
  'flow:condition': { expression: 'input.a < input.b' },
  'run:start': { workflow: 'below', input: { a: '{{ input.a }}' } },
};

const common = {
  when: 'input.a',
  forEach: 'input.list',
  maxParallel: 2,
  retry: { maxAttempts: 1 },
  timeoutMs: 1000,
  effect: 'nonIdempotent',
};

class Strange {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  one<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  value(): unknown {
    if (this.chance(0.4)) return `${this.one(['', 'text '])}{{ ${this.one(computed)} }}`;
    return this.one(odd);
  }

  /** The same with odd values in some of its places. */
  spoiled(value: unknown, share: number): unknown {
    if (this.chance(share)) return this.value();
    if (Array.isArray(value)) return value.map((member) => this.spoiled(member, share));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, member]) => [key, this.spoiled(member, share)]);
    if (this.chance(share / 4)) members.push([this.one(['__proto__', 'constructor', 'extra', '\ud800']), this.value()]);
    return Object.fromEntries(members);
  }

  workflow(name: string): object {
    const actions = Array.from({ length: this.one([1, 1, 2, 3]) }, (_, i) => {
      const { operation } = this.one(stepKinds);
      const more = Object.entries(common).filter(() => this.chance(0.15));
      const fields = this.spoiled({ ...sound[operation], ...Object.fromEntries(more) }, this.one([0, 0.1, 0.3]));
      return { ...(fields as object), actionId: `a${i}`, operation };
    });
    const output = this.chance(0.3) ? { output: this.value() } : {};
    return { workflowId: name, name, executionTier: 'Auto', actions, ...output };
  }

  input(): Record<string, unknown> {
    const list = this.one<unknown>([odd, [1, 2, 3], ['\ud800', null], 'no list', 5, {}]);
    return { a: this.one(odd), b: this.one(odd), list };
  }
}

/** Answers with whatever it is, or not at all. */
function strangeDesk(strange: Strange): Downstream {
  const output = () =>
    strange.one<unknown>([...odd, Number.NaN, -Infinity, undefined, { n: Number.NaN }, new Date(Number.NaN)]);
  return {
    servers: () => ['desk'],
    tools: async () => [{ name: 'write', inputSchema: { type: 'object' } }],
    call: async () => {
      if (strange.chance(0.1)) throw new Error('\ud800');
      return { ok: true, output: output() };
    },
  };
}

const resting = ['Succeeded', 'Failed', 'Cancelled', 'WaitingForApproval', 'Paused'];

/** Refused with a fault of ours; everything else is a bug and rises. */
async function accepted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

test(`${cases} odd workflows are refused or come to rest, and the engine never fails`, {
  timeout: Math.max(120_000, cases * 500),
}, async () => {
  const strange = new Strange(13);
  const problems: string[] = [];
  const { plane, alice, clock, settle } = await openPlane({
    downstream: strangeDesk(strange),
    environment: 'dev',
    allowedHosts: ['127.0.0.1:1'],
    engine: { onProblem: (error) => problems.push(String((error as Error).stack)) },
  });
  const below = { actionId: 'tell', operation: 'event:emit', type: 'Below', data: '{{ input.a }}' };
  await plane.putWorkflow(alice, { source: { name: 'Below', executionTier: 'Auto', actions: [below] } });
  const runs: { readonly runId: string; readonly source: object }[] = [];
  for (let i = 0; i < cases; i += 1) {
    // Sent as text, as everybody has to: what JSON cannot say cannot be sent.
    const source = JSON.parse(JSON.stringify(strange.workflow(`odd-${i}`))) as object;
    if ((await accepted(() => plane.putWorkflow(alice, { source }))) === undefined) continue;
    const input = JSON.parse(JSON.stringify(strange.input())) as Record<string, unknown>;
    const run = await accepted(() => plane.startRun(alice, { workflowId: `odd-${i}`, input }));
    if (run !== undefined) runs.push({ runId: run.runId, source });
    if (i % 50 === 49) await settle();
  }
  for (const hours of [0, 1, 24]) {
    clock.pass(hours * 3_600_000);
    await settle();
  }
  expect(problems).toEqual([]);
  expect(plane.engine.problems).toEqual({ failures: 0, pausing: 0, blocked: 0 });
  expect(runs.length, 'enough of them were good enough to begin').toBeGreaterThan(cases / 5);
  for (const { runId, source } of runs) {
    const { status, waitingFor } = await plane.getRun(alice, runId);
    const rests = resting.includes(status) || waitingFor !== undefined;
    expect(rests, `${status} ${JSON.stringify(source).slice(0, 2000)}`).toBe(true);
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
});
