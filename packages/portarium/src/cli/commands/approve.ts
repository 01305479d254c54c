import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import type { ApprovalView, Page } from '../../app/views.js';
import { decisions } from '../../domain/approval.js';
import type { Sessions } from '../session.js';
import { inputValue } from './input-value.js';

const brief = ({ approvalId, runId, status, prompt, requestedByUserId, remainingApprovals }: ApprovalView) => ({
  approvalId,
  runId,
  status,
  prompt,
  by: requestedByUserId,
  remaining: remainingApprovals,
});

export function approveCommand(sessions: Sessions): Command {
  const command = new Command('approve').description('See what waits for a decision, and decide');
  command
    .command('list')
    .description('Approvals; those that wait unless told otherwise')
    .option('--status <status>', 'another status', 'Pending')
    .option('--run <id>')
    .action(({ status, run }: { status: string; run?: string }) =>
      sessions.with(async (session) => {
        const query = { status, runId: run };
        const page = await session.rest.send<Page<ApprovalView>>('GET', session.at('approvals'), { query });
        session.show(page, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('show <approval>')
    .description('An approval with the exact calls it would allow')
    .action((approvalId: string) =>
      sessions.with(async (session) =>
        session.show(await session.rest.send('GET', session.at('approvals', approvalId))),
      ),
    );
  command
    .command('decide <approval>')
    .description('Decide')
    .addOption(new Option('--decision <decision>').choices([...decisions]).makeOptionMandatory())
    .option('--rationale <text>', 'why; needed for Denied and RequestChanges')
    .option('--key <text>', 'idempotency key')
    .action((approvalId: string, { decision, rationale, key }: DecideFlags) =>
      sessions.with(async (session) => {
        const path = session.at('approvals', approvalId, 'decide');
        const request = { body: { decision, rationale }, idempotencyKey: key ?? randomUUID() };
        session.show(await session.rest.send<ApprovalView>('POST', path, request), brief);
      }),
    );
  command
    .command('revise <approval> <arguments...>')
    .description('Answer a request for changes: new arguments by step, as JSON or @file')
    .action((approvalId: string, words: string[]) =>
      sessions.with(async (session) => {
        const body = { arguments: await inputValue(words) };
        const path = session.at('approvals', approvalId, 'revise');
        session.show(await session.rest.send<ApprovalView>('POST', path, { body }), brief);
      }),
    );
  command
    .command('override <approval>')
    .description('Let one person decide this approval against separation of duties; expires and is evidenced')
    .requiredOption('--reason <text>')
    .option('--principal <id>', 'who may decide')
    .action((approvalId: string, { reason, principal }: { reason: string; principal?: string }) =>
      sessions.with(async (session) => {
        const path = session.at('approvals', approvalId, 'overrides');
        session.show(await session.rest.send('POST', path, { body: { reason, principalId: principal } }));
      }),
    );
  return command;
}

interface DecideFlags {
  readonly decision: string;
  readonly rationale?: string;
  readonly key?: string;
}
