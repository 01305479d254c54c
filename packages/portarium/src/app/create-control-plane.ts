import type { Signer } from '@quadrivium/ledger';
import { localSite, siteOf } from '../domain/passkey.js';
import type { Caller } from '../domain/principal.js';
import type { Sealer } from '../domain/sealer.js';
import type { Store } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { Workspace } from '../domain/workspace.js';
import type { EngineProblems, JournalEngineOptions, OnProblem } from '../engine/engine-options.js';
import { JournalEngine } from '../engine/journal-engine.js';
import type { Downstream, HttpCaller } from '../steps/ports.js';
import type { Deps } from './deps.js';
import { EventFeed } from './events/event-feed.js';
import { FeedSender } from './events/feed-sender.js';
import { CallLog, type CallLogHealth } from './evidence/call-log.js';
import { Checkpointer, type SigningHealth } from './evidence/checkpointer.js';
import { type Channels, noticeOutlet } from './notices/notice-outlet.js';
import { authenticateKey } from './people/api-keys.js';
import { Janitor } from './retention/janitor.js';
import { webhookOutlet } from './webhooks/webhook-outlet.js';
import { webhookPost as publicPost, type WebhookPost } from './webhooks/webhook-post.js';

export interface ControlPlaneOptions {
  readonly store: Store;
  readonly surroundings: Surroundings;
  readonly downstream: Downstream;
  readonly http: HttpCaller;
  /** Names this process in leases; must differ between processes. */
  readonly owner: string;
  readonly redact?: <T>(value: T) => T;
  /** Masks the secrets of this installation and nothing else. */
  readonly maskSecrets?: <T>(value: T) => T;
  /** Signs checkpoints of the evidence. */
  readonly signer?: Signer;
  /** Locks up what the database keeps for us; without it there are no webhooks. */
  readonly sealer?: Sealer;
  /** The address of the pages people use, for passkeys; pages of this machine when omitted. */
  readonly publicUrl?: string;
  readonly agentLeaseMs?: number;
  readonly engine?: Omit<JournalEngineOptions, 'store' | 'surroundings' | 'downstream' | 'http' | 'owner'>;
  /** False for a process that only answers requests: decisions are kept and an engine elsewhere goes on. */
  readonly runEngine?: boolean;
  /** How events leave; nothing private is reached when omitted. */
  readonly webhookPost?: WebhookPost;
  /** The ways in which people are told; what is not there is not used. */
  readonly channels?: Channels;
  /** The public key of our messages to browsers; nobody is told there when omitted. */
  readonly pushKey?: string;
  /** The address of the console, for links in notices; the public address when omitted. */
  readonly consoleUrl?: string;
  /** What Slack signs the clicks with that it tells of; nobody hears them when omitted. */
  readonly slackSigningSecret?: string;
  readonly checkpointMs?: number;
  /** How often is looked whether something old is to be removed by itself. */
  readonly retentionMs?: number;
  /** Told what goes wrong where no caller waits for an answer. */
  readonly onProblem?: OnProblem;
}

/**
 * An open control plane: what use cases stand on, what happens before there is a caller, and an end. Everything else is
 * an operation (`operations/index.ts`), and operations are called through the gate.
 */
export interface ControlPlane {
  readonly deps: Deps;
  readonly engine: JournalEngine;
  /** Who this key belongs to; `Unauthenticated` when nobody, revoked or expired. */
  authenticateKey(key: string): Promise<Caller>;
  listWorkspaces(): Promise<readonly Workspace[]>;
  health(): Promise<Health>;
  /** Stops the engine, lets calls under way end and closes the store. */
  close(): Promise<void>;
}

export interface Health {
  readonly ready: boolean;
  readonly store: { readonly kind: 'sqlite' | 'postgres'; readonly ok: boolean; readonly detail?: string };
  readonly engine: { readonly running: boolean; readonly activeRuns: number } & EngineProblems & {
      readonly clockJumps: number;
    };
  readonly signing: SigningHealth;
  /** The record of calls. */
  readonly calls: CallLogHealth;
}

/** Puts the control plane together. */
export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const {
    store,
    surroundings,
    downstream,
    http,
    owner,
    redact = (value) => value,
    maskSecrets = (value) => value,
    signer,
    sealer,
    runEngine = true,
    webhookPost = publicPost(),
  } = options;
  const told = options.onProblem === undefined ? {} : { onProblem: options.onProblem };
  const engine = new JournalEngine({ store, surroundings, downstream, http, owner, ...told, ...options.engine });
  const consoleUrl = (options.consoleUrl ?? options.publicUrl)?.replace(/\/+$/, '');
  const notices = noticesOf(options, consoleUrl);
  const senders = sendersOf({ ...options, webhookPost }, notices);
  const calls = new CallLog(store);
  const deps: Deps = {
    store,
    transact: (...transaction) => store.transact(...transaction),
    calls,
    feed: new EventFeed(store),
    engine,
    catalog: engine.catalog,
    downstream,
    surroundings,
    redact,
    maskSecrets,
    ...(signer === undefined ? {} : { signer }),
    ...(sealer === undefined ? {} : { sealer }),
    site: options.publicUrl === undefined ? localSite : siteOf(options.publicUrl),
    accessChanged: new Set(),
    agentLeaseMs: options.agentLeaseMs ?? 45_000,
    idempotencyMs: 86_400_000,
    webhookPost,
    notices,
    ...(consoleUrl === undefined ? {} : { consoleUrl }),
    ...(options.pushKey === undefined ? {} : { pushKey: options.pushKey }),
    ...(options.slackSigningSecret === undefined ? {} : { slackSigningSecret: options.slackSigningSecret }),
  };
  const checkpointer = new Checkpointer(deps, { everyMs: options.checkpointMs, ...told });
  const janitor = new Janitor(deps, { everyMs: options.retentionMs, ...told });
  if (runEngine) {
    janitor.run();
    checkpointer.run();
    engine.run();
    for (const sender of senders) sender.run();
  }
  let closing: Promise<void> | undefined;
  const shut = async () => {
    store.hurry();
    await janitor.stop();
    await Promise.all(senders.map((sender) => sender.stop()));
    await engine.stop();
    await calls.close().catch((error: unknown) => options.onProblem?.(error));
    await checkpointer.stop();
    await store.close();
  };
  return {
    deps,
    engine,
    authenticateKey: (key) => authenticateKey(deps, key),
    listWorkspaces: () => store.workspaces(),
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
        engine: {
          running: engine.isRunning,
          activeRuns: engine.activeRuns,
          ...engine.problems,
          clockJumps: engine.clockJumps,
        },
        signing: checkpointer.health,
        calls: calls.health,
      };
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}

function noticesOf(options: ControlPlaneOptions, consoleUrl: string | undefined): Deps['notices'] {
  const { store, channels = {}, redact = (value) => value, maskSecrets = (value) => value } = options;
  const { now } = options.surroundings;
  return noticeOutlet({ store, now, redact, maskSecrets, channels, consoleUrl });
}

/** Without a key no webhook can be made, and none that is there can be signed. */
function sendersOf(
  options: ControlPlaneOptions & { readonly webhookPost: WebhookPost },
  outlet: Deps['notices'],
): readonly Pick<FeedSender<never>, 'run' | 'stop'>[] {
  const { store, sealer, webhookPost: post, onProblem } = options;
  const { now } = options.surroundings;
  const notices = new FeedSender({ store, now, outlet, onProblem });
  if (sealer === undefined) return [notices];
  const webhooks = new FeedSender({ store, now, outlet: webhookOutlet({ store, sealer, now, post }), onProblem });
  return [webhooks, notices];
}
