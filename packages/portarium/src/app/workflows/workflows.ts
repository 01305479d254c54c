import { own } from '@quadrivium/kernel/essentials';
import { parse as parseYaml } from 'yaml';
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import { digestOf } from '../../domain/json.js';
import type { Caller } from '../../domain/principal.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import type { Workflow } from '../../domain/workflow.js';
import { conflict, invalidInput, notFound } from '../../faults.js';
import { WorkflowDefinition } from '../../steps/workflow-definition.js';
import { awaitSecond, inProduction, isOtherPerson, requireOtherPerson } from '../approvals/second-person.js';
import { actorOf, type Deps } from '../deps.js';
import { dryRun } from '../runs/dry-run.js';
import { workflowView } from '../to-view.js';
import { problemsOf } from './validate-workflow.js';

export async function validateWorkflow(deps: Deps, _: Caller, source: unknown): Promise<view.ValidationView> {
  return validate(deps, source);
}

export async function getWorkflow(
  deps: Deps,
  caller: Caller,
  workflowId: string,
  version?: number,
): Promise<view.WorkflowView> {
  const found = await deps.store.read(caller.workspaceId, (tables) =>
    version === undefined ? newest(tables, workflowId) : tables.workflows.get(idOf(workflowId), version),
  );
  if (found === undefined) throw notFound('workflow', workflowId);
  return workflowView(found);
}

export async function listWorkflows(deps: Deps, caller: Caller): Promise<readonly view.WorkflowView[]> {
  const all = await deps.store.read(caller.workspaceId, (tables) => tables.workflows.find({ where: { active: 1 } }));
  return all.map(workflowView);
}

/** The active version, or the newest when none is active. */
async function newest(tables: Collections, workflowId: string): Promise<Workflow | undefined> {
  const versions = await tables.workflows.find({ where: { workflow_id: workflowId } });
  return versions.find(({ active }) => active) ?? versions.filter(({ archived }) => archived !== true).at(-1);
}

/** Names up to ten others, so that whoever misspelt one can go on without another tool. */
export async function activeWorkflow(tables: Collections, workflowId: string): Promise<Workflow> {
  const [active] = await tables.workflows.find({ where: { workflow_id: workflowId, active: 1 } });
  if (active !== undefined) return active;
  const others = await tables.workflows.find({ where: { active: 1 }, limit: 10 });
  const names = others.map((it) => it.workflowId).join(', ');
  throw notFound(
    'active workflow',
    workflowId,
    names === '' ? 'There are no active workflows yet.' : `Active workflows: ${names}.`,
  );
}

export function readSource(source: unknown): unknown {
  if (typeof source !== 'string') return source;
  try {
    return parseYaml(source);
  } catch (error) {
    throw invalidInput(`The text is neither JSON nor YAML: ${(error as Error).message}`);
  }
}

async function validate(deps: Deps, source: unknown): Promise<view.ValidationView> {
  const problems = await problemsOf(readSource(source), deps.downstream.servers());
  return { valid: problems.length === 0, problems };
}

async function checked(deps: Deps, source: unknown): Promise<WorkflowDefinition> {
  const value = readSource(source);
  const { valid, problems } = await validate(deps, value);
  if (valid) return WorkflowDefinition.parse(value);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of problems) errors[path] = [...(own(errors, path) ?? []), message];
  const text = problems.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  throw invalidInput(`The workflow is not valid: ${text.join('; ')}.`, errors);
}

function slugOf(definition: WorkflowDefinition): string {
  const slug = definition.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return definition.workflowId ?? (slug === '' ? 'workflow' : slug);
}

/** `source` is a definition, or JSON or YAML text. Makes version 1 or the next one, active unless told otherwise. */
export async function putWorkflow(
  deps: Deps,
  caller: Caller,
  request: { source: unknown; workflowId?: string; activate?: boolean },
): Promise<view.WorkflowView> {
  const definition = await checked(deps, request.source);
  const workflowId = request.workflowId ?? slugOf(definition);
  return deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.workflows.find({ where: { workflow_id: workflowId } });
    const definitionHash = digestOf(definition);
    const wanted = request.activate ?? true;
    const awaitsSecondPerson = wanted && (await inProduction(tx));
    const active = wanted && !awaitsSecondPerson;
    const alike = versions.filter((it) => it.definitionHash === definitionHash && it.archived !== true);
    const same = alike.find((it) => it.active === wanted) ?? (awaitsSecondPerson ? alike.at(-1) : undefined);
    if (same?.active === wanted) return workflowView(same);
    // In production a second person who applies the same definition activates what the first one saved.
    if (same !== undefined && (await isOtherPerson(tx, caller, same.createdBy)))
      return workflowView(await makeActive(tx, caller, same, versions));
    if (same !== undefined) return { ...workflowView(same), awaitsSecondPerson };
    if (active) for (const it of versions) if (it.active) await tx.workflows.put({ ...it, active: false });
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const { workspaceId } = tx;
    const workflow: Workflow = {
      workspaceId,
      workflowId: idOf(workflowId),
      version,
      active,
      definition,
      definitionHash,
      createdBy: caller.principalId,
      createdAtIso: isoTime(tx.now),
    };
    await tx.workflows.put(workflow);
    tx.evidence({
      category: 'System',
      type: 'WorkflowSaved',
      summary: 'A version of a workflow was saved.',
      actor: actorOf(caller),
      links: { workflowId },
      detail: { version, definitionHash, active },
    });
    tx.emit({
      type: 'workflow.WorkflowSaved',
      subject: `workflows/${workflowId}`,
      data: { workflowId, version, active },
    });
    return { ...workflowView(workflow), ...(awaitsSecondPerson ? { awaitsSecondPerson } : {}) };
  });
}

export async function activateWorkflow(
  deps: Deps,
  caller: Caller,
  request: { workflowId: string; version: number },
): Promise<view.WorkflowView> {
  const { workflowId, version } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.workflows.find({ where: { workflow_id: workflowId } });
    const chosen = versions.find((it) => it.version === version);
    if (chosen === undefined) throw notFound('workflow version', `${workflowId}@${version}`);
    await requireOtherPerson(tx, caller, chosen.createdBy, `Version ${version} of workflow "${workflowId}"`);
    return workflowView(await makeActive(tx, caller, chosen, versions));
  });
}

async function makeActive(tx: Tx, caller: Caller, chosen: Workflow, versions: readonly Workflow[]): Promise<Workflow> {
  const { workflowId, version } = chosen;
  for (const it of versions) if (it.active && it.version !== version) await tx.workflows.put({ ...it, active: false });
  const { archived: _, ...rest } = chosen;
  const workflow = { ...rest, active: true };
  await tx.workflows.put(workflow);
  tx.evidence({
    category: 'System',
    type: 'WorkflowActivated',
    summary: 'A workflow version was activated.',
    actor: actorOf(caller),
    links: { workflowId },
    detail: { version },
  });
  return workflow;
}

export async function archiveWorkflow(deps: Deps, caller: Caller, workflowId: string): Promise<void> {
  const refused = await deps.transact(caller.workspaceId, async (tx) => {
    const versions = await tx.workflows.find({ where: { workflow_id: workflowId } });
    if (versions.length === 0) throw notFound('workflow', workflowId);
    if (versions.every(({ archived }) => archived)) throw conflict('The workflow is already archived.', { workflowId });
    const first = await awaitSecond(deps, tx, caller, { what: 'Archiving a workflow', input: { workflowId } });
    if (first !== undefined) return first;
    for (const it of versions) await tx.workflows.put({ ...it, active: false, archived: true });
    tx.evidence({
      category: 'System',
      type: 'WorkflowArchived',
      summary: 'A workflow was archived.',
      actor: actorOf(caller),
      links: { workflowId },
    });
    return undefined;
  });
  if (refused !== undefined) throw refused;
}

export async function dryRunWorkflow(
  deps: Deps,
  caller: Caller,
  request: { workflowId?: string; source?: unknown; input?: Readonly<Record<string, unknown>> },
): Promise<view.DryRunView> {
  const { workflowId, source, input = {} } = request;
  if (source !== undefined) return dryRun(deps, caller, await checked(deps, source), input);
  if (workflowId === undefined)
    throw invalidInput('Name a workflow or give a definition.', { workflowId: ['is missing'] });
  const found = await deps.store.read(caller.workspaceId, (tables) => newest(tables, workflowId));
  if (found === undefined) throw notFound('workflow', workflowId);
  return dryRun(deps, caller, found.definition, input);
}
