/** What it costs to start runs while two hundred people look on over server-sent events, against nobody looking on. */
import { openHttpFront } from '@quadrivium/kernel';
import type { BenchRow } from '../../../bench/row.js';
import { authenticateByStoredKeys } from '../src/http/authenticator.js';
import { httpService } from '../src/http/service.js';
import { admin, alice, benchPlane, elapsed, inFolder, middle } from './bench-plane.js';

const followers = 200;
const perRound = 20;
const rounds = 5;

export function benchCases(): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const { plane, close } = await benchPlane(folder);
    const { secret } = await plane.createApiKey(admin, { principalId: 'alice' });
    const front = await openHttpFront({
      port: 0,
      routes: httpService(plane).routes,
      authenticator: authenticateByStoredKeys(plane),
    });
    const url = `${front.url}/v1/workspaces/ws/events:stream?after=latest`;
    const starts = () =>
      elapsed(async () => {
        for (let i = 0; i < perRound; i += 1) {
          await plane.startRun(alice, { workflowId: 'gated', input: { text: 'x' } });
          // As between two requests: whoever is told of the commit has a turn.
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    await starts();
    const pairs: [number, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await starts();
      const looking = new AbortController();
      const streams = await Promise.all(Array.from({ length: followers }, () => follow(url, secret, looking.signal)));
      const watched = await starts();
      looking.abort();
      await Promise.allSettled(streams.map(({ over }) => over));
      pairs.push([perRound / (watched / 1000), perRound / (alone / 1000)]);
    }
    await front.close({ graceMs: 200 });
    await close();
    return [
      {
        name: 'portarium start runs while 200 follow the events, per nobody following',
        ours: middle(pairs.map(([ours]) => ours)),
        baseline: middle(pairs.map(([, baseline]) => baseline)),
        ratio: middle(pairs.map(([ours, baseline]) => ours / baseline)),
        unit: 'starts/s',
        target: '>= 0.25',
        dominatedBy: 'writing each event to two hundred sockets, and reading it from them in the same process',
      },
    ];
  });
}

/** Resolves once the stream has begun; `over` when it has ended. */
async function follow(url: string, secret: string, signal: AbortSignal): Promise<{ readonly over: Promise<void> }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` }, signal });
  const over = (async () => {
    for await (const _ of response.body ?? []);
  })();
  over.catch(() => {});
  return { over };
}
