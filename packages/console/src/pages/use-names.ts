import { signal } from '@preact/signals';
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

const [gone, asking] = ['a run that is gone', '…'];

/** Names of workflows, and of the runs that a page speaks of, however old they are. */
export function useNames(): Names {
  const { data } = useResource(inWorkspace('/workflows'), loadWorkflows);
  return { workflow: (id) => data?.get(id) ?? id, run: runName };
}

async function loadWorkflows(abort: AbortSignal) {
  const { items } = await ask<List<Workflow>>(inWorkspace('/workflows'), { signal: abort }).catch(noneIfRefused);
  return new Map(items.map(({ workflowId, definition }) => [workflowId, definition.name]));
}

/** A run keeps its name, so it is asked for once. */
const known = signal<ReadonlyMap<string, string>>(new Map());
const wanted = new Set<string>();
const mostAtOnce = 100;

function runName(id: string): string {
  const name = known.value.get(id);
  if (name !== undefined) return name;
  // All that a page speaks of while it is drawn is one question.
  if (wanted.size === 0) queueMicrotask(() => void askForWanted());
  wanted.add(id);
  return asking;
}

async function askForWanted(): Promise<void> {
  const ids = [...wanted];
  wanted.clear();
  for (let from = 0; from < ids.length; from += mostAtOnce) await learn(ids.slice(from, from + mostAtOnce));
}

async function learn(ids: readonly string[]): Promise<void> {
  const path = inWorkspace(`/runs?limit=${mostAtOnce}&runIds=${ids.map(encodeURIComponent).join(',')}`);
  const found = await ask<List<RunSummary>>(path)
    .catch(noneIfRefused)
    .catch(() => undefined);
  // Who cannot be asked now is asked when the page is drawn again.
  if (found === undefined) return;
  const names = new Map(found.items.map(({ runId, workflowId, workflowName }) => [runId, workflowName ?? workflowId]));
  const otherwise = (id: string): string => (found === none ? id : gone);
  known.value = new Map([...known.value, ...ids.map((id) => [id, names.get(id) ?? otherwise(id)] as const)]);
}

const none: { readonly items: readonly never[] } = { items: [] };

/** A key that is narrowed to deciding knows no names, and goes without them. */
function noneIfRefused(error: unknown): typeof none {
  if (troubleOf(error).status === 403) return none;
  throw error;
}
