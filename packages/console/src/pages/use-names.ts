import type { Page as List, RunSummary, WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import { inWorkspace } from '../state/session.js';
import { useResource } from '../state/use-resource.js';
import { ask } from '../wire/rest.js';
import { troubleOf } from '../wire/trouble.js';

/** What people call the things that programs know by their ids. */
export interface Names {
  /** As its author named it; its id where it is stored no longer. */
  workflow(id: string): string;
  /** A run is called after what it runs. */
  run(id: string): string;
}

/** Only the latest are asked for by name, and at first nobody knows. */
const [older, asking] = ['an older run', '…'];

/** Names of workflows and of the latest runs, asked again when a run begins. */
export function useNames(): Names {
  const key = inWorkspace('/names');
  const { data } = useResource(key, load, { on: ({ type }) => type.endsWith('RunStarted'), gatherMs: 1000 });
  const workflow = (id: string): string => data?.workflows.get(id) ?? id;
  const run = (id: string): string => {
    if (data === undefined) return asking;
    const ran = data.runs.get(id);
    return ran === undefined ? older : workflow(ran);
  };
  return { workflow, run };
}

async function load(signal: AbortSignal) {
  const [workflows, runs] = await Promise.all([
    ask<List<Workflow>>(inWorkspace('/workflows'), { signal }).catch(noneIfRefused),
    ask<List<RunSummary>>(inWorkspace('/runs?limit=100'), { signal }).catch(noneIfRefused),
  ]);
  return {
    workflows: new Map(workflows.items.map(({ workflowId, definition }) => [workflowId, definition.name])),
    runs: new Map(runs.items.map(({ runId, workflowId }) => [runId, workflowId])),
  };
}

/** A key that is narrowed to deciding knows no names, and goes without them. */
function noneIfRefused(error: unknown): { readonly items: readonly never[] } {
  if (troubleOf(error).status === 403) return { items: [] };
  throw error;
}
