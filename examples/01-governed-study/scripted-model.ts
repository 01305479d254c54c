/**
 * The only part of the story that is not real: what the model says. It reads the results of its tool calls like a model
 * would, so a wrong result would be told as one.
 */
import type { MockProvider, MockRequest, MockTurn } from '../../packages/cpe/test/agent/mock-provider.js';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** The latest tool result of the conversation: one line, and after a long one an offer to ask for less. */
function lastResult<T>(request: MockRequest): T {
  const results = (request.body.messages as Message[]).filter(({ role }) => role === 'tool');
  const [answer = ''] = String(results.at(-1)?.content).split('\n');
  return JSON.parse(answer) as T;
}

export interface Wish {
  readonly case_dir: string;
  readonly baseline_dir: string;
  readonly idempotencyKey: string;
}

export function asksForStudy({ idempotencyKey, ...input }: Wish): readonly MockTurn[] {
  const start = { workspaceId: 'demo', workflowId: 'governed-study', input, idempotencyKey };
  return [
    { text: 'I ask for a governed study.', calls: [{ tool: 'portarium_run_start', input: start }] },
    {
      answer: (request) => {
        // A run that waits for a person is put aside as a task, whose id tells the run.
        const runId = /run_[0-9a-z]{26}/.exec(request.text)?.[0] ?? '';
        return { text: `The study is asked for as ${runId}. A person has to approve the training.` };
      },
    },
  ];
}

interface SeenRun {
  readonly status: string;
  readonly output?: { readonly deltas: { readonly lb_delta: number } };
}

export function tellsOutcome(): readonly MockTurn[] {
  return [
    {
      answer: (request) => {
        const runId = /run_[0-9a-z]{26}/.exec(request.text)?.[0] ?? '';
        return { calls: [{ tool: 'portarium_run_get', input: { workspaceId: 'demo', runId } }] };
      },
    },
    { answer: (request) => ({ text: sentenceAbout(lastResult<SeenRun>(request)) }) },
  ];
}

function sentenceAbout({ status, output }: SeenRun): string {
  if (output === undefined) return `The run is ${status}; there is nothing to tell yet.`;
  const saved = Math.round(-output.deltas.lb_delta / 1000);
  return `The run ${status.toLowerCase()}: a higher dam saves ${saved} thousand dollars a year.`;
}

export function configurationOf(url: string, provider: MockProvider): object {
  return {
    mcpServers: {
      portarium: { type: 'http', url: `${url}/portarium/mcp` },
      cobre: { type: 'http', url: `${url}/cobre/mcp` },
    },
    models: [{ ref: 'm', id: 'm', type: 'openai', base_url: provider.url, api_key_env: 'MOCK_KEY' }],
    defaults: { model: 'm' },
  };
}
