import { randomUUID } from 'node:crypto';
import { argument, oneOf, required, someArguments, textValue, withDefault } from '@quadrivium/kernel/shell';
import type { ApprovalView, Page } from '../../answers/index.js';
import { decisions } from '../../domain/approval.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';
import { inputValue } from './input-value.js';

const brief = ({ approvalId, runId, status, prompt, requestedByUserId, remainingApprovals }: ApprovalView) => ({
  approvalId,
  runId,
  status,
  prompt,
  by: requestedByUserId,
  remaining: remainingApprovals,
});

export const approveCommands = (verb: Verb) => [
  verb({
    name: 'approve list',
    description: 'Approvals; those that wait unless told otherwise',
    options: {
      status: withDefault(textValue('status', 'another status', 'status'), 'Pending'),
      run: textValue('run', 'only those of this run', 'id'),
    },
    async run({ rest, at }, { status, run }) {
      const query = { status, runId: run };
      const page = await rest.send<Page<ApprovalView>>('GET', at('approvals'), { query });
      return shown(page, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'approve show',
    description: 'An approval with the exact calls it would allow',
    arguments: { approval: argument('its id') },
    run: async ({ rest, at }, { approval }) => shown(await rest.send('GET', at('approvals', approval))),
  }),
  verb({
    name: 'approve decide',
    description: 'Decide',
    arguments: { approval: argument('its id') },
    options: {
      decision: required(oneOf('decision', 'what is decided', decisions)),
      rationale: textValue('rationale', 'why; needed for Denied and RequestChanges', 'text'),
      key: textValue('key', 'idempotency key', 'text'),
    },
    async run({ rest, at }, { approval, decision, rationale, key }) {
      const request = { body: { decision, rationale }, idempotencyKey: key ?? randomUUID() };
      return shown(await rest.send<ApprovalView>('POST', at('approvals', approval, 'decide'), request), brief);
    },
  }),
  verb({
    name: 'approve revise',
    description: 'Answer a request for changes: new arguments by step, as JSON or @file',
    arguments: { approval: argument('its id'), arguments: someArguments('by step') },
    async run({ rest, at }, { approval, arguments: words }) {
      const body = { arguments: await inputValue(words) };
      return shown(await rest.send<ApprovalView>('POST', at('approvals', approval, 'revise'), { body }), brief);
    },
  }),
  verb({
    name: 'approve override',
    description: 'Let one person decide this approval against separation of duties; expires and is evidenced',
    arguments: { approval: argument('its id') },
    options: {
      reason: required(textValue('reason', 'why', 'text')),
      principal: textValue('principal', 'who may decide', 'id'),
    },
    async run({ rest, at }, { approval, reason, principal }) {
      const body = { reason, principalId: principal };
      return shown(await rest.send('POST', at('approvals', approval, 'overrides'), { body }));
    },
  }),
];
