import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputRequired, reply } from '@quadrivium/kernel';
import type { Progress } from '@quadrivium/kernel/client';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../app/plane.js';
import { governed, serverOf, tool } from './governed.js';

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

const image = { type: 'image', data: Buffer.from('pixels').toString('base64'), mimeType: 'image/png' };
const link = { type: 'resource_link', uri: 'file:///a.txt', name: 'a', _meta: { 'x/y': 1 } };
const embedded = { type: 'resource', resource: { uri: 'file:///b', text: 'inside', mimeType: 'text/plain' } };

/** What servers answer, to the letter; the right column is what a caller of the gateway must see. */
const results: Readonly<Record<string, Record<string, unknown>>> = {
  json_text: { content: [{ type: 'text', text: '{"a": 1.0, "a": 2}' }], isError: false },
  number_text: { content: [{ type: 'text', text: '1e21' }], isError: false },
  quoted_text: { content: [{ type: 'text', text: '"quoted"' }], isError: false },
  secret_lookalike: { content: [{ type: 'text', text: 'Authorization: Bearer abcdefghijklmnop1234' }], isError: false },
  blocks: { content: [{ type: 'text', text: 'see' }, image, link, embedded], isError: false },
  nothing: { content: [], isError: false },
  data: {
    content: [{ type: 'text', text: 'In words.', annotations: { audience: ['user'], priority: 0.5 } }],
    structuredContent: { content: ['mine'], isError: true, password: 'hunter2-is-no-secret' },
    isError: false,
    _meta: { 'vendor/trace': { id: 'abc' } },
  },
  failure: {
    content: [{ type: 'text', text: '{"kind":"OutOfStock"}' }, image],
    structuredContent: { kind: 'OutOfStock' },
    isError: true,
    _meta: { 'vendor/code': 7 },
  },
};

async function answering() {
  const { url } = await serverOf(
    Object.entries(results).map(([name, { content, structuredContent, isError, _meta }]) =>
      tool(name, () => reply({ content, data: structuredContent, isError, meta: _meta } as never)),
    ),
  );
  return governed({ shop: url });
}

test('what a tool answers reaches the caller as it was: text that is JSON, blocks, data, errors and notes beside it', async () => {
  const { as } = await answering();
  const agent = await as('bot');
  for (const [name, expected] of Object.entries(results)) {
    const { raw } = await agent.callTool(`shop__${name}`, {});
    const { resultType: _, _meta, ...rest } = raw as Record<string, unknown>;
    const { 'portarium/runId': runId, ...meta } = _meta as Record<string, unknown>;
    const own = Object.fromEntries(Object.entries(meta).filter(([key]) => key.startsWith('vendor/')));
    const { _meta: sent = {}, ...sentRest } = expected;
    expect(rest, name).toEqual(sentRest);
    expect(own, name).toEqual(sent);
    expect(runId).toMatch(/^run_/);
  }
});

test('a tool that says it failed is a failed run, and the words of the tool are what its caller gets', async () => {
  const { as, plane, admin } = await answering();
  const agent = await as('bot');
  const { raw } = await agent.callTool('shop__failure', {});
  const runId = (raw._meta as Record<string, string>)['portarium/runId'] ?? '';
  expect(await plane.getRun(admin, runId)).toMatchObject({
    status: 'Failed',
    failure: { message: expect.stringContaining('OutOfStock') },
  });
  const again = await agent.callTool('portarium_pending_result', { runId });
  expect(again.raw).toMatchObject({ isError: true, structuredContent: { kind: 'OutOfStock' } });
  const other = await as('other');
  expect((await other.callTool('portarium_pending_result', { runId })).isError, 'nobody else gets it').toBe(true);
});

test('progress of the other server is told to whoever waits', async () => {
  const { url } = await serverOf([
    tool('long', async (_, { progress }) => {
      for (const done of [1, 2, 3]) {
        progress.report({ progress: done, total: 3, message: `part ${done}` });
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      return { done: true };
    }),
  ]);
  const { as } = await governed({ shop: url });
  const agent = await as('bot');
  const heard: Progress[] = [];
  await agent.callTool('shop__long', {}, { onProgress: (progress) => heard.push(progress) });
  expect(heard.at(-1)).toMatchObject({ progress: 3, total: 3, message: 'part 3' });
});

const form = {
  mode: 'form' as const,
  message: 'Which colour?',
  requestedSchema: { type: 'object' as const, properties: { colour: { type: 'string' as const } } },
};

/** Asks once, in the way of either era, and answers with what it was told. */
const asking = tool('paint', (_, { client }) => {
  const { inputResponses } = client;
  if (inputResponses?.colour !== undefined) return { told: inputResponses.colour };
  return inputRequired({ inputRequests: { colour: inputRequired.elicit(form) } });
});

test.each(['legacy', 'modern'] as const)(
  'a question of the other server reaches a %s caller, and the answer goes back',
  async (mode) => {
    const { url } = await serverOf([asking]);
    const { as } = await governed({ shop: url });
    const asked: unknown[] = [];
    const agent = await as('bot', {
      mode,
      handlers: {
        elicitation: async (params) => {
          asked.push(params);
          return { action: 'accept', content: { colour: 'blue' } };
        },
      },
    });
    const { structuredContent } = await agent.callTool('shop__paint', {});
    expect(structuredContent).toMatchObject({ told: { action: 'accept', content: { colour: 'blue' } } });
    expect(asked).toMatchObject([{ message: 'Which colour?', requestedSchema: form.requestedSchema }]);
  },
);

test('where nobody can answer, a question is cancelled and the call goes on', async () => {
  const { url } = await serverOf([asking]);
  const { as } = await governed({ shop: url });
  const agent = await as('bot');
  expect((await agent.callTool('shop__paint', {})).structuredContent).toMatchObject({ told: { action: 'cancel' } });
});

/** Somebody who answers every question with this colour, and writes down what was asked. */
function painter(colour: string) {
  const asked: unknown[] = [];
  const elicitation = async (params: unknown) => {
    asked.push(params);
    return { action: 'accept' as const, content: { colour } };
  };
  return { asked, handlers: { elicitation } };
}

test.each(['legacy', 'modern'] as const)(
  'however many callers a %s server has, its question reaches the one whose call it belongs to',
  async (mode) => {
    let begun = 0;
    const together = tool('paint', async (args, context) => {
      begun += 1;
      // All of them are under way before the first one asks.
      await soon(() => expect(begun).toBeGreaterThanOrEqual(3));
      return asking.run(args as never, context);
    });
    const { url } = await serverOf([together]);
    const { as } = await governed({ shop: url }, { protocol: mode });
    const colours = ['red', 'green', 'blue'];
    const answers = await Promise.all(
      colours.map(async (colour, i) => {
        const { asked, handlers } = painter(colour);
        const agent = await as(i === 0 ? 'bot' : 'other', { handlers });
        const { structuredContent } = await agent.callTool('shop__paint', { i });
        expect(asked).toHaveLength(1);
        return structuredContent;
      }),
    );
    expect(answers).toMatchObject(colours.map((colour) => ({ told: { action: 'accept', content: { colour } } })));
  },
);

const pipeServer = join(import.meta.dirname, 'asking-server.mjs');

test('a question over a pipe with two calls under way waits until it is clear whose it is', async () => {
  const folder = temporaryFolder();
  const { as } = await governed({}, { pipes: { shop: [pipeServer, folder] } });
  const [one, two] = [painter('red'), painter('green')];
  const [bot, other] = [await as('bot', one), await as('other', two)];
  const holding = other.callTool('shop__hold', {});
  await soon(() => expect(existsSync(join(folder, 'holding'))).toBe(true));
  const painting = bot.callTool('shop__paint', {});
  await soon(() => expect(existsSync(join(folder, 'asking'))).toBe(true));
  expect([one.asked, two.asked]).toEqual([[], []]);
  writeFileSync(join(folder, 'release'), '');
  expect((await holding).structuredContent).toMatchObject({ held: true });
  const painted = { told: { action: 'accept', content: { colour: 'red' } } };
  expect((await painting).structuredContent).toMatchObject(painted);
  expect([one.asked.length, two.asked.length]).toEqual([1, 0]);
  // The server is known to ask now: it is called by one after the other, and everybody hears the own question.
  const both = await Promise.all([bot.callTool('shop__paint', { n: 1 }), other.callTool('shop__paint', { n: 2 })]);
  expect(both.map(({ structuredContent }) => structuredContent)).toMatchObject([
    painted,
    { told: { action: 'accept', content: { colour: 'green' } } },
  ]);
});

test.each(['legacy', 'modern'] as const)(
  'a %s caller that takes its request back takes back the call',
  async (mode) => {
    let ended: string | undefined;
    const { url } = await serverOf([
      tool('hang', (_, { signal }) => {
        ended = 'under way';
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = 'aborted';
            resolve({});
          });
        });
      }),
    ]);
    const { as, plane, admin } = await governed({ shop: url });
    const agent = await as('bot', { mode });
    const giveUp = new AbortController();
    const call = agent.callTool('shop__hang', {}, { signal: giveUp.signal });
    await soon(() => expect(ended).toBe('under way'));
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await soon(() => expect(ended).toBe('aborted'));
    await soon(async () => expect((await plane.listRuns(admin)).items).toMatchObject([{ status: 'Cancelled' }]));
  },
);

test('a server has no more calls under way than it may have, and the others wait for their turn', async () => {
  let now = 0;
  let most = 0;
  const { url } = await serverOf([
    tool('count', async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 50));
      now -= 1;
      return { ok: true };
    }),
  ]);
  const { as } = await governed({ shop: url }, { concurrentCalls: { shop: 2 } });
  const agent = await as('bot');
  const calls = Array.from({ length: 6 }, (_, n) => agent.callTool('shop__count', { n }));
  for (const { structuredContent } of await Promise.all(calls)) expect(structuredContent).toEqual({ ok: true });
  expect(most).toBeLessThanOrEqual(2);
});
