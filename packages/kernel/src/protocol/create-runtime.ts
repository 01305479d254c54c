import { Fault } from '../fault.js';
import type { GateSettings, Stopping } from '../gate/call.js';
import { passGateDirectly } from '../gate/index.js';
import { localIdentity } from '../identity.js';
import { silentLogger } from '../log/logger.js';
import { redactCertain, redact as redactSecrets } from '../redact/index.js';
import { unobserved } from '../registry/audit-event.js';
import { redactingLogger } from '../registry/redacting-logger.js';
import { createRegistry, type Registry } from '../registry/registry.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { TaskBook } from '../task/task-book.js';
import { DirectContext } from './direct-context.js';
import { exposureRule } from './exposure.js';
import { completionHandlers } from './handlers/completion.js';
import type { HandlerParts, HandlerTable } from './handlers/handler.js';
import { promptHandlers } from './handlers/prompts.js';
import { resourceHandlers } from './handlers/resources.js';
import { taskHandlers } from './handlers/tasks.js';
import { toolHandlers } from './handlers/tools.js';
import { headerDeclarationsOf } from './header-declarations.js';
import { KernelServer } from './kernel-server.js';
import { listedToolsFor } from './listed-tools.js';
import { RunningWork } from './running-work.js';
import type { RuntimeOptions, ServerRuntime, WorkNews } from './runtime.js';
import { ToolNews } from './tool-news.js';

const defaultWriteRefusal = 'Write operations are disabled. Start the server with --allow-write to enable them.';

/** Compiles a definition once. Everything that must not be done per request happens here. */
export function createRuntime(definition: ServerDefinition, options: RuntimeOptions): ServerRuntime {
  const registry = createRegistry(definition);
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
  const handlers = handlerTable({
    definition,
    settings,
    toolNames: options.toolNames ?? 'seed',
    listedTools: listedToolsFor(settings, options),
  });
  const log = redactingLogger(options.log ?? silentLogger, settings.redact);
  const toolNews = new ToolNews();
  definition.watchOperations?.((operations) => {
    registry.replaceOperations(operations);
    toolNews.tell();
  });
  return {
    definition,
    options,
    rules: { strictProtocol: options.strictProtocol ?? false, maxDepth: 2 * settings.maxArgumentDepth },
    newServer({ era, identity = localIdentity, transport }) {
      const { verifyRequestState } = definition;
      const shared = { app: definition.app, files: options.files, log, redact: settings.redact, tell };
      const contextSource = { era, identity, verifyRequestState, ...shared };
      const server = new KernelServer({ definition, handlers, contextSource });
      // A server for one request has nobody to tell once it has answered.
      if (definition.watchOperations !== undefined && (era === 'legacy' || transport !== 'http'))
        toolNews.follow(server);
      return server;
    },
    async call({ name }, args, by) {
      const context = new DirectContext(by, { app: definition.app, files: options.files, log, tell });
      const { data, content } = await passGateDirectly({ settings, requestedName: name, context, args });
      return (data ?? content) as never;
    },
    onToolsChanged: (listener) => toolNews.listen(listener),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get auditFailures() {
      return auditFailures;
    },
    headerDeclarations: headerDeclarationsOf(settings),
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
}

function gateSettings(
  definition: ServerDefinition,
  options: RuntimeOptions,
  registry: Registry,
  { work, stopping }: { readonly work: RunningWork; readonly stopping: Stopping },
  auditFailed: () => void,
): GateSettings {
  const clock = options.clock ?? Date.now;
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

function handlerTable(parts: HandlerParts): HandlerTable {
  return {
    ...toolHandlers(parts),
    ...taskHandlers(parts),
    ...resourceHandlers(parts),
    ...promptHandlers(parts),
    ...completionHandlers(parts),
  };
}

function positive(limit: number): number {
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new Fault('BadLimit', `maxArgumentDepth must be a positive integer, not ${limit}.`);
}
