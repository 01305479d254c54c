import type { Signer } from '@quadrivium/ledger';
import type { Sealer } from '../domain/sealer.js';
import type { Store } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import { JournalEngine, type JournalEngineOptions } from '../engine/journal-engine.js';
import type { Downstream, HttpCaller } from '../steps/ports.js';
import { agentCases } from './agents.js';
import { approvalCases } from './approvals.js';
import { Checkpointer } from './checkpointer.js';
import type { ControlPlane } from './control-plane.js';
import type { Deps } from './deps.js';
import { evidenceCases } from './evidence.js';
import { policyCases } from './policies.js';
import { runCases } from './runs.js';
import { taskCases } from './tasks.js';
import { WebhookSender } from './webhook-sender.js';
import { type Post, webhookCases } from './webhooks.js';
import { workItemCases } from './work-items.js';
import { workflowCases } from './workflows.js';
import { workspaceCases } from './workspaces.js';

export interface ControlPlaneOptions {
  readonly store: Store;
  readonly surroundings: Surroundings;
  readonly downstream: Downstream;
  readonly http: HttpCaller;
  /** Names this process in leases; must differ between processes. */
  readonly owner: string;
  readonly redact?: <T>(value: T) => T;
  /** Signs checkpoints of the evidence. */
  readonly signer?: Signer;
  /** Locks up what the database keeps for us; without it there are no webhooks. */
  readonly sealer?: Sealer;
  readonly agentLeaseMs?: number;
  readonly engine?: Omit<JournalEngineOptions, 'store' | 'surroundings' | 'downstream' | 'http' | 'owner'>;
  /** False for a process that only answers requests: decisions are kept and an engine elsewhere goes on. */
  readonly runEngine?: boolean;
  readonly postWebhook?: Post;
  readonly checkpointMs?: number;
  /** Told what goes wrong where no caller waits for an answer. */
  readonly onProblem?: (error: unknown) => void;
}

export interface OpenControlPlane extends ControlPlane {
  readonly engine: JournalEngine;
}

/** Puts the control plane together. Closing it stops the engine, lets calls under way end and closes the store. */
export function createControlPlane(options: ControlPlaneOptions): OpenControlPlane {
  const {
    store,
    surroundings,
    downstream,
    http,
    owner,
    redact = (value) => value,
    signer,
    sealer,
    runEngine = true,
  } = options;
  const told = options.onProblem === undefined ? {} : { onProblem: options.onProblem };
  const engine = new JournalEngine({ store, surroundings, downstream, http, owner, ...told, ...options.engine });
  const sender = new WebhookSender(store, surroundings, sealer, options.postWebhook);
  const deps: Deps = {
    store,
    engine,
    catalog: engine.catalog,
    downstream,
    surroundings,
    redact,
    ...(signer === undefined ? {} : { signer }),
    ...(sealer === undefined ? {} : { sealer }),
    agentLeaseMs: options.agentLeaseMs ?? 45_000,
    idempotencyMs: 86_400_000,
  };
  const checkpointer = new Checkpointer(deps, { everyMs: options.checkpointMs, ...told });
  if (runEngine) {
    checkpointer.run();
    engine.run();
    sender.run();
  }
  let closing: Promise<void> | undefined;
  const shut = async () => {
    await sender.stop();
    await engine.stop();
    await checkpointer.stop();
    await store.close();
  };
  return {
    engine,
    ...runCases(deps),
    ...approvalCases(deps),
    ...workItemCases(deps),
    ...agentCases(deps),
    ...taskCases(deps),
    ...workflowCases(deps),
    ...policyCases(deps),
    ...workspaceCases(deps),
    ...evidenceCases(deps),
    ...webhookCases(deps),
    async health() {
      const problem = await store.check().then(
        () => undefined,
        (error: Error) => error.message,
      );
      const ok = problem === undefined;
      const detail = ok ? {} : { detail: redact(problem) };
      return {
        ready: ok && (!runEngine || engine.isRunning),
        store: { kind: store.kind, ok, ...detail },
        engine: { running: engine.isRunning, activeRuns: engine.activeRuns },
        signing: checkpointer.health,
      };
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
