import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import { type Run, type RunStatus, runStatuses } from '../../domain/run.js';
import type { Collections } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { isOwnRun } from '../runs/own-runs.js';
import { proposalWorkflow } from '../runs/runs.js';
import { has, mostNames, type Search, saysSome, spelled } from './search-words.js';

/** Calls of single tools are under no workflow that has a name; of these the newest are looked through. */
const mostCalls = 500;

/**
 * Every word has to be said by the workflow, the state or the starter of a run. Each choice of a state and a starter that
 * says some of the words is one question, about the workflows that say the others.
 */
export async function runsFound({ tables, caller, text, words, limit }: Search): Promise<view.Found[]> {
  const known = await tables.workflows.find({ where: { active: 1 }, limit: mostNames });
  const names = new Map(known.map(({ workflowId, definition }) => [String(workflowId), definition.name]));
  const told = (run: Run): view.Found => ({
    ...{ kind: 'run', id: run.runId, title: names.get(run.workflowId) ?? run.definition.name },
    detail: `${spelled(run.status)}, started by ${run.initiatedBy}`,
    atIso: isoTime(run.createdAt),
  });
  const byId = await tables.runs.get(idOf(text));
  if (byId !== undefined) return (await isOwnRun(tables, caller, byId.runId, byId)) ? [told(byId)] : [];
  const found = new Map<string, Run>();
  for (const where of await questions({ tables, caller, words, names })) {
    const some = await tables.runs.find({ where, newest: true, limit });
    for (const run of some) found.set(run.runId, run);
  }
  for (const run of await singleCalls({ tables, caller, words })) found.set(run.runId, run);
  return [...found.values()]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit)
    .map(told);
}

/** Every word is said by the call, its tool, its state or its starter. */
async function singleCalls({ tables, caller, words }: Pick<Search, 'tables' | 'caller' | 'words'>): Promise<Run[]> {
  const own = caller.kind === 'agent' ? { initiated_by: caller.principalId } : {};
  const where = { workflow_id: proposalWorkflow, ...own };
  const calls = await tables.runs.find({ where, newest: true, limit: mostCalls });
  return calls.filter(({ definition, status, initiatedBy }) =>
    has(words, definition.name, ...definition.actions.map(toolOf), status, spelled(status), initiatedBy),
  );
}

const toolOf = ({ server, tool }: Readonly<Record<string, unknown>>): string => `${server}/${tool}`;

interface Asked extends Pick<Search, 'tables' | 'caller' | 'words'> {
  readonly names: ReadonlyMap<string, string>;
}

async function questions({ tables, caller, words, names }: Asked) {
  const states = [undefined, ...runStatuses.filter((status) => saysSome(words, status, spelled(status)))];
  const starters = caller.kind === 'agent' ? [caller.principalId] : [undefined, ...(await startersOf(tables, words))];
  const restOf = (status?: RunStatus, starter?: string): string[] =>
    words.filter((word) => !saysSome([word], status ?? '', spelled(status ?? ''), starter ?? ''));
  // A state or a starter that says nothing beyond the other only narrows a question that is asked anyway.
  const adds = (status: RunStatus | undefined, starter: string | undefined, rest: readonly string[]): boolean =>
    (status === undefined || restOf(undefined, starter).length > rest.length) &&
    (starter === undefined || caller.kind === 'agent' || restOf(status).length > rest.length);
  return states.flatMap((status) =>
    starters.flatMap((starter) => {
      const rest = restOf(status, starter);
      if (!adds(status, starter, rest)) return [];
      const fitting = [...names].filter(([id, name]) => has(rest, id, name)).map(([id]) => id);
      if (rest.length > 0 && fitting.length === 0) return [];
      return [whereOf(status, starter, rest.length === 0 ? undefined : fitting)];
    }),
  );
}

const whereOf = (status?: RunStatus, starter?: string, fitting?: readonly string[]) => ({
  ...(status === undefined ? {} : { status }),
  ...(starter === undefined ? {} : { initiated_by: starter }),
  ...(fitting === undefined ? {} : { workflow_id: { in: fitting } }),
});

async function startersOf(tables: Collections, words: readonly string[]): Promise<string[]> {
  const people = await tables.principals.find({ limit: mostNames });
  const fitting = people.filter(({ principalId, displayName }) => saysSome(words, principalId, displayName));
  return fitting.slice(0, 5).map(({ principalId }) => principalId);
}
