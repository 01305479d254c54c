/**
 * The gate of one process, with nothing of the protocol: enough for a program that calls operations itself, and the part of
 * a server's runtime that is not about clients of MCP.
 */
import { presentTime } from '../essentials/index.js';
import { Fault } from '../fault.js';
import type { GateSettings, Stopping } from '../gate/call.js';
import { passGateDirectly } from '../gate/index.js';
import { type Logger, silentLogger } from '../log/logger.js';
import { redactCertain, redact as redactSecrets } from '../redact/index.js';
import { unobserved } from '../registry/audit-event.js';
import type { LiteralCheck } from '../registry/compiled-schema.js';
import { redactingLogger } from '../registry/redacting-logger.js';
import { createRegistry, type Registry } from '../registry/registry.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { TaskBook } from '../task/task-book.js';
import { directContext } from './direct-context.js';
import { exposureRule } from './exposure.js';
import { RunningWork } from './running-work.js';
import type { LocalRuntime, RuntimeOptions, WorkNews } from './runtime.js';

const defaultWriteRefusal = 'Write operations are disabled. Start the server with --allow-write to enable them.';

/** The gate, and what whoever builds upon it needs. */
export interface OpenedGate {
  readonly local: LocalRuntime;
  readonly settings: GateSettings;
  readonly log: Logger;
  readonly tell: (news: unknown) => void;
}

/** Compiles a definition once. Everything that must not be done per call happens here. */
export function openGate(definition: ServerDefinition, options: RuntimeOptions, literal: LiteralCheck): OpenedGate {
  const registry = createRegistry(definition, literal);
  const work = new RunningWork();
  const stop = new AbortController();
  const stopping = { signal: stop.signal, graceMs: Number.POSITIVE_INFINITY };
  let auditFailures = 0;
  const settings = gateSettings(definition, options, registry, { work, stopping }, () => {
    auditFailures += 1;
  });
  const listeners = new Set<(news: WorkNews) => void>();
  const tell = (news: unknown): void => {
    for (const listener of listeners) listener({ server: definition.name, news });
  };
  const log = redactingLogger(options.log ?? silentLogger, settings.redact);
  const local: LocalRuntime = {
    async call({ name }, args, by) {
      const context = directContext(by, { app: definition.app, files: options.files, log, tell });
      const { data, content } = await passGateDirectly({ settings, requestedName: name, context, args });
      return (data ?? content) as never;
    },
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get auditFailures() {
      return auditFailures;
    },
    get running() {
      return work.count;
    },
    settled: (graceMs) => work.settled(graceMs),
    endCalls(graceMs) {
      stopping.graceMs = graceMs;
      stop.abort();
    },
    endTasks: () => settings.tasks.endAll(),
  };
  return { local, settings, log, tell };
}

function gateSettings(
  definition: ServerDefinition,
  options: RuntimeOptions,
  registry: Registry,
  { work, stopping }: { readonly work: RunningWork; readonly stopping: Stopping },
  auditFailed: () => void,
): GateSettings {
  const clock = options.clock ?? presentTime;
  return {
    server: definition.name,
    registry,
    writable: options.allowWrite ?? definition.writes === 'open',
    writeRefusal: definition.writeRefusal ?? defaultWriteRefusal,
    errorProfile: definition.errorProfile,
    inputErrors: options.inputErrors ?? 'profile',
    defaultTimeoutMs: options.defaultTimeoutMs ?? 0,
    graceMs: options.graceMs ?? 2000,
    maxArgumentDepth: positive(options.maxArgumentDepth ?? 64),
    audit: options.audit,
    observe: options.observe ?? unobserved,
    auditFailed,
    rateLimit: options.rateLimit,
    identify: definition.identify?.bind(definition),
    authorize: definition.authorize?.bind(definition),
    redact: options.redact ?? redactSecrets,
    redactAnswer: definition.masks === 'certain' ? redactCertain : (options.redact ?? redactSecrets),
    clock,
    tasks: new TaskBook(options.tasks ?? {}, clock),
    exposes: exposureRule(registry, options, definition.watchOperations !== undefined),
    stopping,
    track: (promise) => work.add(promise),
  };
}

function positive(limit: number): number {
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new Fault('BadLimit', `maxArgumentDepth must be a positive integer, not ${limit}.`);
}
