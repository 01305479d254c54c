import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@quadrivium/kernel/shell';
import type { RunView } from '../../answers/index.js';
import { isTerminal } from '../../domain/run.js';
import { runText } from '../../operations/brief.js';
import { getRun } from '../../operations/runs/get.js';
import { type CommandContext, shown } from '../command-context.js';

const lookEveryMs = { first: 100, most: 2000 };

/** Looks again, less and less often, and says what changed; ends with the run as `run get` shows it. */
export async function watchRun(
  session: CommandContext,
  runId: string,
  { until }: { until: 'end' | 'person' },
): Promise<Answer> {
  const said = new Map<string, string>();
  for (let pause = lookEveryMs.first; ; pause = Math.min(pause * 1.5, lookEveryMs.most)) {
    const run = await session.client.call(getRun, { workspaceId: session.workspaceId, runId }, session.io.signal);
    const news = [['run', run.status] as const, ...run.steps.map(({ stepId, state }) => [stepId, state] as const)];
    for (const [name, state] of news) {
      if (said.get(name) === state) continue;
      said.set(name, state);
      pause = lookEveryMs.first;
      if (session.io.forPeople) session.io.note(`${session.io.now().toISOString()}  ${name}  ${state}\n`);
    }
    const needsPerson = run.status === 'WaitingForApproval' || run.status === 'Paused' || waitsForPerson(run);
    if (isTerminal(run.status) || (until === 'person' && needsPerson)) return shown(run, runText);
    await sleep(pause, undefined, { signal: session.io.signal });
  }
}

function waitsForPerson({ steps }: RunView): boolean {
  return steps.some(({ state }) => state === 'WaitingForManualCompletion');
}
