import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stringify } from 'yaml';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { type AgentSession, openSession } from '../src/agent/agent-session.js';
import { type AgentWorld, machineWorld } from '../src/agent/agent-world.js';
import { Conversation } from '../src/agent/conversation/conversation.js';
import { userMessage } from '../src/agent/dialog.js';
import { readTextFile } from '../src/config/discover.js';
import { loadConfig } from '../src/config/load.js';
import { MockProvider } from '../test/agent/mock-provider.js';
import { twelveAreAbsent, twelveServers } from '../test/agent/twelve-servers.js';

/** A second, as the issue has it. */
const PROMISED_MS = 1_000;

/** From the end of a prompt to its request at the provider, over servers that are connected. */
async function nextPrompt(session: AgentSession, world: AgentWorld, provider: MockProvider): Promise<number> {
  provider.script('m', { text: 'Answered.' });
  const conversation = new Conversation(undefined);
  const arrived = new Promise<number>((resolve) => {
    provider.onRequest = () => resolve(performance.now());
  });
  const started = performance.now();
  await conversation.turn(userMessage('next'), {
    ...session,
    toolset: () => session.toolset(),
    maxSteps: 1,
    watch: () => undefined,
    signal: world.signal,
    clock: world.clock,
  });
  return (await arrived) - started;
}

export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  if (twelveAreAbsent) return [];
  const folder = mkdtempSync(join(tmpdir(), 'cpe-bench-'));
  const provider = await MockProvider.start();
  const models = [{ ref: 'm', id: 'm', type: 'openai', base_url: provider.url, api_key_env: 'MOCK_KEY' }];
  const config = { mcpServers: twelveServers(folder), models, defaults: { model: 'm' } };
  writeFileSync(join(folder, 'cpe.yaml'), stringify(config));
  const env = { ...process.env, MOCK_KEY: 'none' };
  const place = { cwd: folder, env, readText: readTextFile, signal: new AbortController().signal };
  const world = machineWorld(place);
  const session = await openSession(loadConfig({ ...place, home: folder, platform: process.platform }), world);
  try {
    await nextPrompt(session, world, provider);
    const times: number[] = [];
    for (let round = 0; round < (quick ? 3 : 10); round += 1) times.push(await nextPrompt(session, world, provider));
    const ours = Math.max(...times);
    const name =
      'chat: from a prompt to its request with twelve servers connected, the slowest of ten, against a second';
    const dominatedBy = 'the description of some 150 tools';
    return [{ name, ours, baseline: PROMISED_MS, ratio: ours / PROMISED_MS, unit: 'ms', target: '<= 1', dominatedBy }];
  } finally {
    await session.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
}
