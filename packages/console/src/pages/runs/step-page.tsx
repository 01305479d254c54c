/** The page that a tool brought along (MCP Apps), in the run that called it. */
import type { RunView as Run, StepView as Step } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { Loaded } from '../../parts/notes.js';
import { ToolPage } from '../../parts/tool-page.js';
import { session } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { laterResult } from '../../wire/governed.js';
import type { ToolResult } from '../../wire/mcp.js';
import { isTool, type Offered, offeredTools } from '../tools/offered.js';

/** Tools with pages, asked for only where a run has called something. */
export function usePagedTools(run: Run): readonly Offered[] {
  const hasCalled = run.steps.some((step) => calledBy(step) !== undefined);
  const load = async () => (hasCalled ? (await offeredTools()).offered : []);
  const { data = [] } = useResource(`tools with pages/${hasCalled}`, load);
  return data.filter(({ tool }) => tool._meta?.ui?.resourceUri !== undefined);
}

interface Called {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The call that a step has made and that was answered. */
function calledBy({ operation, state, input }: Step): Called | undefined {
  return operation === 'mcp:call' && state === 'Succeeded' ? (input as Called | undefined) : undefined;
}

export function StepPage({ run, step, paged }: { run: Run; step: Step; paged: readonly Offered[] }) {
  const [open, setOpen] = useState(false);
  const called = calledBy(step);
  const offered = called && paged.find((each) => isTool(each, called.server, called.tool));
  if (called === undefined || offered === undefined) return null;
  if (open) return <Opened run={run} step={step} called={called} offered={offered} />;
  return (
    <button type="button" class="button plain small" onClick={() => setOpen(true)}>
      Show the page of {offered.tool.title ?? called.tool}
    </button>
  );
}

function Opened({ run, step, called, offered }: { run: Run; step: Step; called: Called; offered: Offered }) {
  const result = useResource(`result of ${run.runId}/${step.stepId}`, () => resultOf(run, step));
  const { server, tool } = offered;
  return (
    <Loaded resource={result} what="what was answered">
      {(data) => <ToolPage server={server} tool={tool} input={called.arguments} result={data} />}
    </Loaded>
  );
}

/** Of a single call everything that was answered is kept; of a step what workflows see of it. */
async function resultOf(run: Run, { output }: Step): Promise<ToolResult> {
  if (run.workflowVersion === 0 && session.value?.gateway) return laterResult(run.runId);
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  const data = typeof output === 'object' && output !== null ? { structuredContent: output } : {};
  return { content: [{ type: 'text', text }], ...data };
}
