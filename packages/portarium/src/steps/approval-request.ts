import { renderString } from '../domain/template.js';
import { stepKind } from './step-kind.js';

/** A gate of its own, whatever the tier: people see the calls that follow before any of them is made. */
export const approvalRequest = stepKind<'approval:request'>({
  operation: 'approval:request',
  does: 'gate',
  templates: ({ prompt }) => prompt ?? '',
  prompt: ({ prompt, actionId }, scope) =>
    prompt === undefined ? `May "${actionId}" go on?` : renderString(prompt, scope),
});
