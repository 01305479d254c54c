/** The step that makes the call which undoes another step, with its arguments as values: braces in them are text. */
import type { Scope } from '../domain/expression.js';
import { InvalidValue } from '../domain/invalid-value.js';
import { render } from '../domain/template.js';
import type { Compensation } from '../domain/workflow.js';
import { httpCall } from './http-call.js';
import { callKindOf } from './index.js';
import { mcpCall } from './mcp-call.js';
import type { CallRequest } from './step-kind.js';

export interface UndoingCall {
  /** What the step says in the workflow that undoes. */
  readonly action: Readonly<Record<string, unknown>>;
  readonly request: CallRequest;
}

/** Throws `InvalidValue` when what the call needs cannot be said. */
export function undoingCall(compensation: Compensation, scope: Scope): UndoingCall {
  if ('tool' in compensation) {
    const { arguments: templates = {}, ...said } = compensation;
    const given = render(templates, scope) as CallRequest['arguments'];
    const { server, tool } = said;
    return { action: { operation: mcpCall.operation, ...said }, request: { server, tool, arguments: given } };
  }
  const { url: _, headers: __, body: ___, ...said } = compensation;
  const action = { actionId: 'undo', operation: httpCall.operation, ...compensation };
  const request = callKindOf(action).request(action, scope);
  return { action: { operation: httpCall.operation, ...said, url: originOf(request.arguments.url) }, request };
}

/** The rest of an address may hold anything; it comes as a value. */
function originOf(url: unknown): string {
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url).origin;
  throw new InvalidValue(`"${url}" is not a URL`);
}
