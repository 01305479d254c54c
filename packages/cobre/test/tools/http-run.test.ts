import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { readPolicy } from '../../src/results/index.js';
import { connect, newRoot, settings, writeStudy } from './served.js';

/** Over HTTP a caller may cancel or simply go; either way the run stops at its next iteration. */
const ways = [
  ['cancels', '2025-06-18'],
  ['cancels', '2026-07-28'],
  ['goes', '2026-07-28'],
] as const;
test.each(sampled('ways to leave a run over HTTP', ways, 2))(
  'a client that %s in revision %s stops its run',
  async (how, revision) => {
    const root = await newRoot();
    const caseDir = await writeStudy(root, 'long', { 'config.json': settings({ iterations: 100_000, scenarios: 0 }) });
    const server = await connect(root, { transport: 'http', revision });
    const controller = new AbortController();
    const progress: unknown[] = [];
    const call = server.client.callTool(
      { name: 'cobre/run', arguments: { case_dir: caseDir } },
      {
        signal: controller.signal,
        onprogress(update) {
          progress.push(update);
          if (progress.length === 2) {
            if (how === 'cancels') controller.abort();
            else void server.client.close();
          }
        },
      },
    );
    await expect(call).rejects.toThrow();
    const reached = await stopped(caseDir);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(100_000);
    await server.close();
  },
);

/** The policy appears when the run has stopped, because checkpoints in between are off. */
async function stopped(caseDir: string): Promise<number> {
  for (;;) {
    const policy = await readPolicy(join(caseDir, 'output/policy')).catch(() => null);
    if (policy !== null) return policy.completedIterations;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
