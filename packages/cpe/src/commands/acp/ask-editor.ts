import type {
  AgentContext,
  ClientCapabilities,
  PermissionOption,
  RequestPermissionRequest,
  SendRequestOptions,
} from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import type { Decision } from '../../agent/approval/approval-guard.js';
import type { ElicitAnswer, ElicitRequest } from '../../agent/server-requests/handlers.js';
import type { HostTool } from '../../host/tool-host.js';
import type { SessionQuestions } from '../session-questions.js';

export interface EditorSide {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly capabilities: ClientCapabilities;
  /** The call that a question is about, where it is one that the editor shows. */
  readonly callOf: (tool: HostTool, args: unknown) => string | undefined;
  readonly newId: () => string;
}

const OPTIONS: PermissionOption[] = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow this tool', kind: 'allow_always' },
  { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
];

/** Everything a session may ask, put to the person in the editor. */
export function questionsTo(editor: EditorSide): SessionQuestions {
  const canFill = editor.capabilities.elicitation;
  return {
    approval: { mode: 'ask', ask: (tool, args) => permission(editor, tool, args) },
    person: {
      fillIn: (server, request, signal) =>
        (request.mode === 'url' ? canFill?.url : canFill?.form) == null
          ? Promise.resolve({ action: 'cancel' })
          : fillIn(editor, server, request, signal),
      allowsSampling: async (server, request, signal) => {
        const title = `${server} wants the model to answer, with up to ${request.maxTokens} tokens`;
        const chosen = await choice(editor, { toolCallId: editor.newId(), title, rawInput: request.messages }, signal);
        return chosen === 'once' || chosen === 'always';
      },
    },
  };
}

async function permission(editor: EditorSide, tool: HostTool, args: unknown): Promise<Decision> {
  const toolCallId = editor.callOf(tool, args) ?? editor.newId();
  const danger = tool.annotations.destructiveHint === true ? ', which may destroy something' : '';
  const chosen = await choice(editor, { toolCallId, title: `${tool.server}/${tool.name}${danger}`, rawInput: args });
  if (chosen === 'once' || chosen === 'always') return chosen;
  return { deny: chosen === undefined ? 'the user stopped the run' : '' };
}

/** Undefined when the question is taken back. */
async function choice(
  { client, sessionId }: EditorSide,
  toolCall: { toolCallId: string; title: string; rawInput: unknown },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const question: RequestPermissionRequest = { sessionId, toolCall, options: OPTIONS };
  const asked = client.request(methods.client.session.requestPermission, question, takenBackBy(signal));
  const { outcome } = await asked.catch((error: Error) => {
    if (signal?.aborted) return { outcome: { outcome: 'cancelled' as const } };
    throw error;
  });
  return outcome.outcome === 'selected' ? outcome.optionId : undefined;
}

async function fillIn(
  { client, sessionId }: EditorSide,
  server: string,
  request: ElicitRequest,
  signal: AbortSignal,
): Promise<ElicitAnswer> {
  const message = `${server} asks: ${request.message}`;
  const asked = client.request(
    methods.client.elicitation.create,
    request.mode === 'url'
      ? { sessionId, mode: 'url', message, url: request.url, elicitationId: request.elicitationId }
      : { sessionId, mode: 'form', message, requestedSchema: request.requestedSchema as never },
    takenBackBy(signal),
  );
  const answer = await asked.catch((error: Error) => {
    if (signal.aborted) return { action: 'cancel' as const };
    throw error;
  });
  if (answer.action !== 'accept') return { action: answer.action === 'decline' ? 'decline' : 'cancel' };
  return { action: 'accept', ...('content' in answer ? { content: answer.content as never } : {}) };
}

/** An editor that does not take a question away when it is told to must not keep anybody waiting. */
function takenBackBy(signal: AbortSignal | undefined): SendRequestOptions {
  return signal === undefined ? {} : { cancellationSignal: signal, stopWaitingOnCancel: true };
}
