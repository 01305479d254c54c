import * as agents from '../../src/app/agents/agents.js';
import * as heartbeats from '../../src/app/agents/heartbeat.js';
import * as machines from '../../src/app/agents/machines.js';
import * as registration from '../../src/app/agents/registration.js';
import * as approvals from '../../src/app/approvals/approvals.js';
import * as overrides from '../../src/app/approvals/overrides.js';
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/app/create-control-plane.js';
import type { Deps } from '../../src/app/deps.js';
import * as events from '../../src/app/events/events.js';
import * as evidence from '../../src/app/evidence/evidence.js';
import * as noticeRecord from '../../src/app/notices/notice-record.js';
import * as noticeTest from '../../src/app/notices/notice-test.js';
import * as notices from '../../src/app/notices/notices.js';
import * as push from '../../src/app/notices/push-subscriptions.js';
import * as apiKeys from '../../src/app/people/api-keys.js';
import * as policies from '../../src/app/policies/policies.js';
import { simulatePolicy } from '../../src/app/policies/simulate-policy.js';
import * as retention from '../../src/app/retention/retention.js';
import * as readRuns from '../../src/app/runs/read-runs.js';
import { retryRun } from '../../src/app/runs/retry-run.js';
import * as revise from '../../src/app/runs/revise-plan.js';
import * as runs from '../../src/app/runs/runs.js';
import * as schedules from '../../src/app/runs/schedules.js';
import * as tasks from '../../src/app/runs/tasks.js';
import * as toolReview from '../../src/app/tool-review.js';
import * as webhooks from '../../src/app/webhooks/webhooks.js';
import * as workItems from '../../src/app/work-items.js';
import * as workflows from '../../src/app/workflows/workflows.js';
import * as workspaces from '../../src/app/workspaces.js';
import type { Caller } from '../../src/domain/principal.js';
import { admit } from '../../src/operations/caller.js';
import * as operations from '../../src/operations/index.js';

const all = {
  ...{ ...agents, ...heartbeats, ...machines, ...registration },
  ...apiKeys,
  ...approvals,
  ...evidence,
  ...events,
  ...noticeRecord,
  ...noticeTest,
  ...notices,
  ...overrides,
  ...push,
  ...policies,
  ...readRuns,
  ...retention,
  retryRun,
  ...revise,
  ...runs,
  ...schedules,
  simulatePolicy,
  ...tasks,
  ...toolReview,
  ...webhooks,
  ...workItems,
  ...workflows,
  ...workspaces,
};

type All = typeof all;

/** Every use case without its first argument. */
type UseCases = {
  readonly [Name in keyof All as All[Name] extends (deps: Deps, ...rest: never[]) => unknown
    ? Name
    : never]: All[Name] extends (deps: Deps, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;
};

/** Use cases whose operation has another name. */
const others: Readonly<Record<string, { readonly name: string; readonly needs?: string }>> = {
  intervene: operations.interveneInRun,
  resolveUnknown: operations.interveneInRun,
  putWorkflow: operations.createWorkflow,
  freeze: operations.freezeWorkspace,
  unfreeze: operations.unfreezeWorkspace,
  setEnvironment: operations.updateWorkspace,
  proposeCall: operations.proposeAgentAction,
};

/** An open control plane whose use cases tests call directly: admitted as at the door, without a front. */
export type TestedPlane = ControlPlane & UseCases;

export const createTestedPlane = (options: ControlPlaneOptions): TestedPlane =>
  withUseCases(createControlPlane(options));

export function withUseCases(plane: ControlPlane): TestedPlane {
  const functions = Object.entries(all).filter(([, useCase]) => typeof useCase === 'function');
  const known = { ...operations, ...others } as typeof others;
  const bound = functions.map(([name, useCase]) => [
    name,
    (...rest: unknown[]) => {
      const { needs, name: operation } = known[name] ?? {};
      const call = () => (useCase as (...args: unknown[]) => unknown)(plane.deps, ...rest);
      if (needs === undefined) return call();
      try {
        admit(rest[0] as Caller, needs, operation);
      } catch (refusal) {
        return Promise.reject(refusal);
      }
      return call();
    },
  ]);
  return { ...(Object.fromEntries(bound) as UseCases), ...plane };
}
