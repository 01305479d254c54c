/** From an action to the exact call it would make now, and what policy knows about that call. */

import type { Agent } from '../domain/agent.js';
import { checkedValue, InvalidValue } from '../domain/invalid-value.js';
import { callDigest, type PlannedCall } from '../domain/plan.js';
import type { PinnedTool } from '../domain/policy.js';
import type { Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import { stricter, type Tier } from '../domain/tier.js';
import type { ToolClass } from '../domain/tool-class.js';
import type { Action, Effect } from '../domain/workflow.js';
import { classOf, effectOf } from '../policy/classify-tool.js';
import type { CallFacts } from '../policy/evaluate.js';
import { callKindOf } from '../steps/index.js';
import type { CallRequest } from '../steps/step-kind.js';
import { type Listed, schemaHashOf, type ToolCatalog } from './catalog.js';
import type { Settings } from './settings.js';

export interface PreparedCall {
  readonly action: Action;
  readonly planned: PlannedCall;
  readonly request: CallRequest;
  readonly class: ToolClass;
  readonly effect: Effect;
  readonly facts: CallFacts;
}

export type Preparation =
  | { readonly is: 'ready'; readonly call: PreparedCall }
  | { readonly is: 'unreachable'; readonly problem: string }
  | { readonly is: 'unknown-tool'; readonly problem: string }
  /** Its arguments come out as something that cannot be kept, shown or sent. */
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'drifted'; readonly pinned: PinnedTool; readonly offered: string };

export interface PrepareContext {
  readonly tx: Tx;
  readonly run: Run;
  readonly settings: Settings;
  readonly catalog: ToolCatalog;
  readonly initiatorRoles: readonly string[];
  /** The agent that caused the run, at whatever distance. What binds it binds every call of the run. */
  readonly agent?: Agent | undefined;
}

export async function prepareCall(
  context: PrepareContext,
  action: Action,
  step: Pick<Step, 'stepId' | 'actionId' | 'revisedArguments'>,
  scope: Readonly<Record<string, unknown>>,
): Promise<Preparation> {
  const request = requestOf(action, scope, step.revisedArguments);
  if (request instanceof InvalidValue) return { is: 'invalid', problem: request.message };
  const known = await knowledgeOf(context, action, request);
  if (known.is !== 'known') return known;
  const effect = action.effect ?? known.effect;
  const { stepId, actionId } = step;
  const draft = { stepId, actionId, operation: action.operation, ...request, schemaHash: known.schemaHash, effect };
  const planned = { ...draft, digest: callDigest(draft) };
  const facts = factsOf(context, action, request, known);
  return { is: 'ready', call: { action, planned, request, class: known.class, effect, facts } };
}

function requestOf(
  action: Action,
  scope: Readonly<Record<string, unknown>>,
  revised: Step['revisedArguments'],
): CallRequest | InvalidValue {
  try {
    const kind = callKindOf(action);
    const rendered = kind.request(action, scope);
    if (revised === undefined) return checkedValue(rendered);
    return checkedValue(kind.revised?.(rendered, revised) ?? { ...rendered, arguments: revised });
  } catch (error) {
    if (error instanceof InvalidValue) return error;
    throw error;
  }
}

type Knowledge =
  | {
      readonly is: 'known';
      readonly schemaHash: string;
      readonly class: ToolClass;
      readonly effect: Effect;
      readonly reviewed: boolean;
    }
  | Exclude<Preparation, { is: 'ready' }>;

async function knowledgeOf(context: PrepareContext, action: Action, request: CallRequest): Promise<Knowledge> {
  const kind = callKindOf(action);
  if ('server' in kind) return ofTool(context, context.catalog.get(request.server), request);
  const effect = kind.effect(action);
  const toolClass = effect === 'readOnly' ? 'ReadOnly' : 'Mutation';
  return { is: 'known', schemaHash: kind.schemaHash, class: toolClass, effect, reviewed: true };
}

/** The first definition that is seen is pinned; a different one later is not called until somebody has looked. */
async function ofTool(context: PrepareContext, listed: Listed, { server, tool }: CallRequest): Promise<Knowledge> {
  const { tx, catalog, settings } = context;
  if ('problem' in listed) return { is: 'unreachable', problem: listed.problem };
  const info = listed.tools.get(tool);
  if (info === undefined) return { is: 'unknown-tool', problem: `The server "${server}" has no tool "${tool}".` };
  const offered = schemaHashOf(info);
  const pinned = await tx.tools.get(server, tool);
  if (pinned !== undefined && pinned.schemaHash !== offered) return { is: 'drifted', pinned, offered };
  const reviewed = pinned?.reviewedBy !== undefined;
  if (reviewed)
    return {
      is: 'known',
      schemaHash: offered,
      class: pinned.classOverride ?? pinned.class,
      effect: pinned.effect,
      reviewed,
    };
  const trusted = catalog.trusts(server, settings.workspace.environment);
  const kind = pinned?.classOverride ?? classOf(tool, info.annotations, trusted);
  const effect = effectOf(kind, info.annotations, trusted);
  if (pinned === undefined) await pin(tx, { server, tool, schemaHash: offered, class: kind, effect });
  return { is: 'known', schemaHash: offered, class: kind, effect, reviewed };
}

async function pin(tx: Tx, tool: Omit<PinnedTool, 'workspaceId' | 'pinnedAt'>): Promise<void> {
  await tx.tools.put({ workspaceId: tx.workspaceId, ...tool, pinnedAt: tx.now });
  tx.evidence({
    category: 'Policy',
    type: 'ToolPinned',
    summary: 'The definition of a downstream tool was pinned.',
    actor: { kind: 'system', id: 'portarium-engine' },
    detail: { ...tool },
  });
}

function factsOf(
  context: PrepareContext,
  action: Action,
  request: CallRequest,
  { class: kind, reviewed }: Extract<Knowledge, { is: 'known' }>,
): CallFacts {
  const { run, settings, initiatorRoles, tx } = context;
  return {
    server: request.server,
    tool: request.tool,
    arguments: request.arguments,
    class: kind,
    tier: stricter(tierOf(run, action), context.agent?.policyTier ?? 'Auto'),
    environment: settings.workspace.environment,
    workflowId: run.workflowId,
    roles: initiatorRoles,
    ...(run.agentId === undefined ? {} : { agentId: run.agentId }),
    proposed: run.workflowVersion === 0,
    reviewed,
    at: tx.now,
  };
}

export function tierOf(run: Run, action: Action): Tier {
  return stricter(run.executionTier, action.executionTierOverride ?? 'Auto');
}
