/** Tools of other servers: what they offer, what of it somebody has accepted, and accepting it. */
import type * as view from '../answers/index.js';
import type { PinnedTool } from '../domain/policy.js';
import type { Caller } from '../domain/principal.js';
import type { Tx } from '../domain/store-port.js';
import type { Environment } from '../domain/tier.js';
import type { ToolClass } from '../domain/tool-class.js';
import { schemaHashOf } from '../engine/catalog.js';
import { notFound, portariumFault } from '../faults.js';
import { classOf, effectOf } from '../policy/classify-tool.js';
import type { ToolInfo } from '../steps/ports.js';
import { actorOf, type Deps } from './deps.js';
import { toolView } from './to-view.js';

/** What is offered now, and what was pinned of servers that do not answer. */
export async function listTools(deps: Deps, caller: Caller): Promise<readonly view.ToolView[]> {
  const servers = deps.downstream.servers();
  await deps.catalog.refresh(servers);
  const { pinned, environment } = await deps.store.read(caller.workspaceId, async (tables) => ({
    pinned: new Map((await tables.tools.find()).map((tool) => [`${tool.server}/${tool.tool}`, tool])),
    environment: (await tables.workspaces.get())?.environment ?? 'prod',
  }));
  const offered = servers.flatMap((server) => {
    const listed = deps.catalog.get(server);
    return 'problem' in listed ? [] : [...listed.tools.values()].map((info) => ({ server, info }));
  });
  const shown = offered.map(({ server, info }) => {
    const known = pinned.get(`${server}/${info.name}`);
    pinned.delete(`${server}/${info.name}`);
    return toolView(known ?? unseen(deps, caller, server, info, environment), info);
  });
  return [...shown, ...[...pinned.values()].map((tool) => toolView(tool))];
}

function unseen(
  deps: Deps,
  { workspaceId }: Caller,
  server: string,
  info: ToolInfo,
  environment: Environment,
): PinnedTool {
  const trusted = deps.catalog.trusts(server, environment);
  const kind = classOf(info.name, info.annotations, trusted);
  const effect = effectOf(kind, info.annotations, trusted);
  return { workspaceId, server, tool: info.name, schemaHash: schemaHashOf(info), class: kind, effect, pinnedAt: 0 };
}

/** Accepts what the server offers now, and may say what kind of tool it is. */
export async function reviewTool(
  deps: Deps,
  caller: Caller,
  request: { server: string; tool: string; class?: ToolClass; schemaHash?: string },
): Promise<view.ToolView> {
  if (caller.kind === 'agent') throw portariumFault('Forbidden', 'Agents do not review tools.');
  const { server, tool } = request;
  const info = await offeredNow(deps, server, tool);
  const schemaHash = schemaHashOf(info);
  if (request.schemaHash !== undefined && request.schemaHash !== schemaHash)
    throw portariumFault('Conflict', `${server}/${tool} is no longer what you looked at.`, {
      context: { offered: schemaHash },
      suggestion: 'List the tools again and look at what changed.',
    });
  return deps.transact(caller.workspaceId, async (tx) => {
    const before = await tx.tools.get(server, tool);
    const environment = (await tx.workspaces.get())?.environment ?? 'prod';
    const found = unseen(deps, caller, server, info, environment);
    const said = request.class ?? (before?.schemaHash === schemaHash ? before.classOverride : undefined);
    const effect = effectOf(said ?? found.class, info.annotations, deps.catalog.trusts(server, environment));
    const override = said === undefined ? {} : { classOverride: said };
    const pinned = { ...found, ...override, effect, pinnedAt: tx.now, reviewedBy: caller.principalId };
    await tx.tools.put(pinned);
    tx.evidence({
      category: 'Policy',
      type: 'ToolReviewed',
      summary: 'The definition of a downstream tool was reviewed.',
      actor: actorOf(caller),
      detail: { server, tool, schemaHash, before: before?.schemaHash, class: said ?? found.class },
    });
    tx.emit({ type: 'policy.ToolReviewed', subject: `tools/${server}/${tool}`, data: { server, tool, schemaHash } });
    await resumeBlocked(deps, tx, `definition of ${server}/${tool} `);
    return toolView(pinned, info);
  });
}

async function offeredNow(deps: Deps, server: string, tool: string): Promise<ToolInfo> {
  deps.catalog.forget(server);
  await deps.catalog.refresh([server]);
  const listed = deps.catalog.get(server);
  if ('problem' in listed) throw portariumFault('DependencyFailed', listed.problem);
  const info = listed.tools.get(tool);
  if (info === undefined) throw notFound('tool', `${server}/${tool}`);
  return info;
}

/** Runs that were stopped for this reason go on by themselves. */
export async function resumeBlocked(deps: Deps, tx: Tx, because: string): Promise<void> {
  const paused = await tx.runs.find({ where: { status: 'Paused', control_state: 'blocked' } });
  for (const { runId } of paused) {
    const steps = await tx.steps.find({ where: { run_id: runId, state: 'Blocked' } });
    if (steps.some((step) => step.state === 'Blocked' && step.blockedBecause.includes(because)))
      await deps.engine.signal(tx, runId, { kind: 'resume' });
  }
}
