import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import type { Page, RunSummary, RunView, StartedRun } from '../../app/views.js';
import type { Session, Sessions } from '../session.js';
import { inputValue } from './input-value.js';
import { brief, runText } from './run-text.js';
import { watchRun } from './watch-run.js';

export function runCommand(sessions: Sessions): Command {
  const command = new Command('run').description('Start, look at, cancel and watch runs');
  command
    .command('start <workflow> [input...]')
    .description('Start a run; input as JSON, as @file, or as name=value')
    .option('--key <text>', 'idempotency key; a repeated start with it gives the same run')
    .option('--tier <tier>', 'a stricter tier than that of the workflow')
    .option('--wait', 'wait until the run has ended or needs a person')
    .action((workflowId: string, words: string[], { key, tier, wait }: StartFlags) =>
      sessions.with(
        async (session) => {
          const run = await session.rest.send<StartedRun>('POST', session.at('runs'), {
            body: { workflowId, parameters: await inputValue(words), executionTier: tier },
            idempotencyKey: key ?? randomUUID(),
          });
          if (wait) await watchRun(session, run.runId, { until: 'person' });
          else session.show(run, brief);
        },
        { drives: wait === true },
      ),
    );
  command
    .command('get <run>')
    .description('A run with its steps and the approvals that wait')
    .action((runId: string) => sessions.with((session) => showRun(session, runId)));
  command
    .command('list')
    .description('Runs, newest first')
    .option('--status <status>')
    .option('--workflow <id>')
    .option('--limit <n>')
    .action(({ status, workflow, limit }: ListFlags) =>
      sessions.with(async (session) => {
        const query = { status, workflowId: workflow, limit };
        const page = await session.rest.send<Page<RunSummary>>('GET', session.at('runs'), { query });
        session.show(page, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('cancel <run>')
    .description('Cancel an active run')
    .option('--reason <text>')
    .action((runId: string, { reason }: { reason?: string }) =>
      sessions.with(async (session) => {
        const body = { rationale: reason };
        session.show(await session.rest.send<RunSummary>('POST', session.at('runs', runId, 'cancel'), { body }), brief);
      }),
    );
  command
    .command('watch <run>')
    .description('Follow a run until it has ended')
    .action((runId: string) =>
      sessions.with((session) => watchRun(session, runId, { until: 'end' }), { drives: true }),
    );
  return command;
}

interface StartFlags {
  readonly key?: string;
  readonly tier?: string;
  readonly wait?: boolean;
}

interface ListFlags {
  readonly status?: string;
  readonly workflow?: string;
  readonly limit?: string;
}

async function showRun(session: Session, runId: string): Promise<void> {
  session.show(await session.rest.send<RunView>('GET', session.at('runs', runId)), runText);
}
