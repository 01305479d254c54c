/**
 * An agent wants to know what a higher dam would be worth. It may ask, but not decide: the control plane checks the case,
 * stops, and shows a person exactly what would be called. The person approves, cobre trains while everybody can watch, and
 * the agent tells the outcome. What happened can be verified by anybody.
 */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MockProvider } from '../../packages/cpe/test/agent/mock-provider.js';
import { type Approval, approvalsOf, type Desk, deskOf, type Run } from './control-plane.js';
import { run, type Server } from './programs.js';
import { asksForStudy, configurationOf, tellsOutcome } from './scripted-model.js';
import { watchTraining } from './watch-training.js';

export interface Stage {
  readonly folder: string;
  readonly server: Server;
  readonly key: string;
  readonly say: (line: string) => void;
  /** How the person decides: at the terminal, or in a browser. */
  readonly decide: (approval: Approval, desk: Desk) => Promise<void>;
}

export interface Outcome {
  readonly run: Run;
  /** What cpe printed in the end. */
  readonly answer: string;
  /** How many iterations were told while cobre trained. */
  readonly iterations: number;
}

export async function governedStudy({ folder, server, key, say, decide }: Stage): Promise<Outcome> {
  const desk = deskOf(server.url, key);
  const provider = await MockProvider.start();
  const watcher = await watchTraining(server.url, key);
  try {
    writeFileSync(join(folder, 'cpe.json'), JSON.stringify(configurationOf(server.url, provider)));
    const talk = (prompt: string) => askAgent(folder, prompt, say);

    const studies = join(folder, 'data/studies');
    const wish = { case_dir: join(studies, 'valley-raised-dam'), baseline_dir: join(studies, 'valley') };
    provider.script('m', ...asksForStudy({ ...wish, idempotencyKey: 'story' }));
    const runId = /run_[0-9a-z]{26}/.exec(await talk('What would a higher dam be worth? Have it studied.'))?.[0] ?? '';

    const approval = await waitingApproval(desk, runId);
    assert.deepEqual(
      approval.plan.map((call) => [call.tool, call.arguments]),
      [['cobre/run', { case_dir: wish.case_dir }]],
    );
    assert.equal(existsSync(join(wish.case_dir, 'output')), false, 'nothing is trained before somebody decides');
    say(`A person sees: ${approval.plan[0]?.tool} ${JSON.stringify(approval.plan[0]?.arguments)}`);
    await decide(approval, desk);

    const ended = await endOf(desk, runId);
    assert.equal(ended.status, 'Succeeded', JSON.stringify(ended.failure));
    assert.ok(existsSync(ended.output?.exported ?? ''), 'the convergence was exported');
    const { valid } = await desk.ask<{ valid: boolean }>('/evidence:verify');
    assert.equal(valid, true);
    say('The evidence of all this verifies.');

    provider.script('m', ...tellsOutcome());
    const answer = await talk('How did it go?');
    return { run: ended, answer, iterations: watcher.iterations() };
  } finally {
    watcher.stop();
    await provider.close();
  }
}

/** cpe as an agent: one prompt, a conversation that goes on where the last one ended. */
async function askAgent(folder: string, prompt: string, say: (line: string) => void): Promise<string> {
  say(`$ cpe "${prompt}"`);
  const { code, stdout, stderr } = await run('cpe', [prompt], { cwd: folder, env: { MOCK_KEY: 'not a secret' } });
  assert.equal(code, 0, stderr);
  say(stdout.trim());
  return stdout;
}

async function waitingApproval(desk: Desk, runId: string): Promise<Approval> {
  for (;;) {
    const [approval] = await approvalsOf(desk, runId);
    if (approval?.status === 'Pending') return approval;
    await sleep(100);
  }
}

const endings = ['Succeeded', 'Failed', 'Cancelled', 'Paused'];

async function endOf(desk: Desk, runId: string): Promise<Run> {
  for (;;) {
    const state = await desk.ask<Run>(`/runs/${runId}`);
    if (endings.includes(state.status)) return state;
    await sleep(100);
  }
}
