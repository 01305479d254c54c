/**
 * One search over everything of a workspace that has a name. What there are few of (workflows, people, agents) is looked
 * through; what there may be a hundred thousand of is asked for by what the database has in order, never word by word: runs
 * by their workflow, state, starter or id, the newest single calls by their tool; approvals and work items by their words while they are open, and by their id.
 */
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import { type Caller, type Permission, permissionsOf } from '../../domain/principal.js';
import { isoTime } from '../../domain/surroundings.js';
import { visibleOf } from '../approvals/approvals.js';
import type { Deps } from '../deps.js';
import { runsFound } from './search-runs.js';
import { has, mostNames, type Search, spelled } from './search-words.js';

export interface SearchRequest {
  readonly q: string;
  readonly limit?: number;
}

/** Open things beyond these are found by their id or by their run. */
const mostOpen = 2000;

type Seeker = (search: Search) => Promise<readonly view.Found[]>;

const seekers: readonly (readonly [Permission, Seeker])[] = [
  ['approval:read', approvals],
  ['run:read', runsFound],
  ['workflow:read', workflows],
  ['agent:read', agents],
  ['work-item:read', workItems],
];

export async function search(deps: Deps, caller: Caller, { q, limit = 5 }: SearchRequest) {
  const text = q.trim();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  // PostgreSQL takes no such text, not even to look for it; so nothing is called that.
  if (text.includes('\0')) return { items: [] };
  const may = permissionsOf(caller);
  const allowed = seekers.filter(([needed]) => may.includes(needed));
  const items = await deps.store.read(caller.workspaceId, async (tables) => {
    const found: view.Found[] = [];
    for (const [, seek] of allowed) found.push(...(await seek({ tables, caller, text, words, limit })));
    return found;
  });
  return deps.redact({ items });
}

async function workflows({ tables, words, limit }: Search): Promise<view.Found[]> {
  const all = await tables.workflows.find({ where: { active: 1 }, limit: mostNames });
  return all
    .filter(({ workflowId, definition: { name, description = '' } }) => has(words, workflowId, name, description))
    .slice(0, limit)
    .map(({ workflowId, definition: { name }, version }) => ({
      ...{ kind: 'workflow', id: workflowId, title: name, detail: `${workflowId}, version ${version}` },
    }));
}

async function agents({ tables, words, limit }: Search): Promise<view.Found[]> {
  const all = await tables.agents.find({ limit: mostNames });
  return all
    .filter(({ agentId, displayName, capabilities }) => has(words, agentId, displayName, ...capabilities))
    .slice(0, limit)
    .map(({ agentId, displayName, machineId }) => ({
      ...{ kind: 'agent', id: agentId, title: displayName, detail: `${agentId} on ${machineId}` },
    }));
}

async function approvals({ tables, caller, text, words, limit }: Search): Promise<view.Found[]> {
  const byId = await tables.approvals.get(idOf(text));
  const open = await tables.approvals.find({ where: { status: 'Pending' }, newest: true, limit: mostOpen });
  const fitting = open.filter(({ prompt, runId, status }) => has(words, prompt, runId, status));
  const seen = await visibleOf(tables, caller, byId === undefined ? fitting : [byId]);
  return seen.slice(0, limit).map(({ approvalId: id, prompt: title, status, requestedAt }) => ({
    ...{ kind: 'approval', id, title, detail: spelled(status), atIso: isoTime(requestedAt) },
  }));
}

async function workItems({ tables, text, words, limit }: Search): Promise<view.Found[]> {
  const byId = await tables.workItems.get(idOf(text));
  const open = await tables.workItems.find({ where: { status: openWork }, newest: true, limit: mostOpen });
  const fitting = open.filter(({ title, owner = '', status }) => has(words, title, owner, status));
  return (byId === undefined ? fitting : [byId]).slice(0, limit).map(({ workItemId, title, status, owner }) => ({
    ...{ kind: 'work-item', id: workItemId, title, detail: `${spelled(status)}${owner ? `, ${owner}` : ''}` },
  }));
}

const openWork = { in: ['Open', 'InProgress', 'Blocked'] };
