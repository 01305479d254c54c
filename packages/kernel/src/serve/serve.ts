/**
 * From a definition and a command line to a running server. This is the only place where flags, environment, files,
 * sockets and signals meet.
 */
import type { Readable, Writable } from 'node:stream';
import { RateLimit } from '../gate/rate-limit.js';
import type { Metrics } from '../http/metrics.js';
import { deferredLog } from '../log/index.js';
import type { Logger } from '../log/logger.js';
import { createRuntime } from '../protocol/create-runtime.js';
import type { RuntimeOptions, ServerRuntime } from '../protocol/runtime.js';
import { type AuditHook, noAudit } from '../registry/audit-event.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { openSandbox } from '../sandbox/sandbox.js';
import { onSignals } from '../shell/signals.js';
import { isTelemetryWanted, openTelemetry, type Telemetry } from '../telemetry/open-telemetry.js';
import { type CommandLine, type GivenSettings, readCommandLine, strangeVariables } from './command-line.js';
import type { ExtraFlags } from './flags.js';
import { serveHttp, type WatchAuthentication } from './http-service.js';
import type { Service } from './service.js';
import { type ServeSettings, settingsFrom } from './settings.js';
import { stoppingGently } from './stop-gently.js';

/** `audit` is there for servers with a ledger; the others keep a file when the operator names one. */
export type OwnOptions = Partial<RuntimeOptions>;

export interface ServeOptions {
  /** Start of the environment variables; `COBRE_MCP` for a server called cobre by default. */
  readonly envPrefix?: string;
  /** Flags only this server has; their values arrive in `settings.extra`. */
  readonly extraFlags?: ExtraFlags;
  /** What the server decides itself: audit, exposure rules, deadlines. */
  readonly runtime?: OwnOptions | ((settings: ServeSettings) => OwnOptions | Promise<OwnOptions>);
  readonly watchAuthentication?: WatchAuthentication;
  /** Adds numbers of its own to those of every server. */
  readonly watchMetrics?: (metrics: Metrics) => void;
  readonly log?: Logger;
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly workingDirectory?: string;
  /** Stop on SIGINT and SIGTERM; on by default. */
  readonly signals?: boolean;
  /** Called once when the server stops, after its calls have ended, or could not start: close databases and pools here. */
  readonly onClose?: () => void | Promise<void>;
}

/** A definition, or the way to make one once the settings are known. */
export type DefinitionSource =
  | ServerDefinition
  | {
      readonly name: string;
      readonly version: string;
      readonly title?: string;
      define(settings: ServeSettings): ServerDefinition | Promise<ServerDefinition>;
    };

export interface RunningServer {
  readonly settings: ServeSettings;
  readonly runtime: ServerRuntime;
  readonly log: Logger;
  /** Where the HTTP front listens; undefined over stdio. */
  readonly url: string | undefined;
  /** Resolves when the server has stopped, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function serve(
  source: DefinitionSource,
  argv: readonly string[],
  env: Environment,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const prefix = options.envPrefix ?? `${source.name.toUpperCase().replace(/\W+/g, '_')}_MCP`;
  const extra = options.extraFlags ?? {};
  const given = await givenBy(source, { argv, env, prefix, extra });
  const settings = settingsFrom(given, options.workingDirectory ?? process.cwd());
  const log = options.log ?? deferredLog(source.name, settings.logLevel);
  for (const name of strangeVariables({ env, prefix, extra }))
    log.warn({ variable: name }, 'unknown variable, ignored');
  try {
    return supervise(await start(source, settings, log, options), settings, log, options);
  } catch (error) {
    // What the definition has opened would keep the process alive; why it did not start matters more than how it closes.
    await closeQuietly(options, log);
    throw error;
  }
}

async function start(
  source: DefinitionSource,
  settings: ServeSettings,
  log: Logger,
  options: ServeOptions,
): Promise<Started> {
  const definition = 'define' in source ? await source.define(settings) : source;
  const runtimeOptions = await runtimeOptionsFor(settings, options, log);
  const metrics = await metricsFor(settings);
  const observed = metrics === undefined ? {} : { observe: metrics.observe };
  const keepsRecord = runtimeOptions.audit !== noAudit;
  const introduced = keepsRecord || settings.transport !== 'stdio' ? definition : sayingNoRecord(definition);
  const runtime = createRuntime(introduced, { ...runtimeOptions, ...observed });
  metrics?.watch(runtime);
  if (metrics !== undefined) options.watchMetrics?.(metrics);
  const { name: service, version } = definition;
  const telemetry = metrics === undefined ? undefined : await openTelemetry({ service, version, metrics, log });
  const served = await (settings.transport === 'stdio'
    ? overStdio(runtime, settings, options)
    : overHttp(runtime, metrics, settings, log, options));
  if (!keepsRecord && somebodyReads(settings)) log.info({}, noRecord);
  return { service: stoppingGently(served, definition, settings.graceMs), telemetry };
}

interface Started {
  readonly service: Service;
  readonly telemetry: Telemetry | undefined;
}

/** Over a pipe nobody asks for numbers, unless they are sent somewhere. */
async function metricsFor({ transport }: ServeSettings): Promise<Metrics | undefined> {
  if (transport === 'stdio' && !isTelemetryWanted()) return undefined;
  const { openMetrics } = await import('../http/metrics.js');
  return openMetrics();
}

async function closeQuietly({ onClose }: ServeOptions, log: Logger): Promise<void> {
  try {
    await onClose?.();
  } catch (err) {
    log.warn({ err }, 'closing after a failed start failed too');
  }
}

function givenBy(
  source: DefinitionSource,
  line: Pick<CommandLine, 'argv' | 'env' | 'prefix' | 'extra'>,
): Promise<GivenSettings> {
  const description = `${source.title ?? source.name}: MCP server`;
  return readCommandLine({ name: `${source.name}-mcp`, version: source.version, description, ...line });
}

async function runtimeOptionsFor(settings: ServeSettings, options: ServeOptions, log: Logger): Promise<RuntimeOptions> {
  const own = typeof options.runtime === 'function' ? await options.runtime(settings) : options.runtime;
  return {
    log,
    files: await openSandbox(settings.allowedDirs),
    toolNames: settings.toolNames,
    strictProtocol: settings.strictProtocol,
    inputErrors: settings.inputErrors,
    ...(settings.allowWrite === undefined ? {} : { allowWrite: settings.allowWrite }),
    ...(settings.allowedTools === undefined ? {} : { allowedTools: settings.allowedTools }),
    ...(settings.rateLimit === undefined ? {} : { rateLimit: new RateLimit(settings.rateLimit) }),
    ...own,
    audit: own?.audit ?? (await auditFor(settings)),
  };
}

/** What a server without a ledger keeps. */
async function auditFor({ auditLog }: ServeSettings): Promise<AuditHook> {
  if (auditLog === undefined) return noAudit;
  const { openAuditFile } = await import('./audit-file.js');
  return openAuditFile(auditLog);
}

const noRecord = 'calls leave no record; --audit-log <path> keeps one';

/**
 * A program that starts a server over stdio takes its stderr for trouble, and waits longer for a server that logs. So it
 * is told where a server introduces itself, which hosts keep and show.
 */
function sayingNoRecord(definition: ServerDefinition): ServerDefinition {
  const { instructions = '' } = definition;
  return { ...definition, instructions: `${instructions}\n\nHere ${noRecord}.`.trim() };
}

/** Whoever looks at a terminal, or at the log of a service. */
function somebodyReads({ transport }: ServeSettings): boolean {
  return transport !== 'stdio' || process.stderr.isTTY === true;
}

async function overStdio(
  runtime: ServerRuntime,
  settings: ServeSettings,
  { stdin, stdout }: ServeOptions,
): Promise<Service> {
  const { serveStdio } = await import('../transport/stdio/serve.js');
  const service = serveStdio(runtime, {
    graceMs: settings.graceMs,
    ...(stdin === undefined ? {} : { stdin }),
    ...(stdout === undefined ? {} : { stdout }),
  });
  return { runtime, url: undefined, ended: service.closed, drain() {}, close: (graceMs) => service.close(graceMs) };
}

async function overHttp(
  runtime: ServerRuntime,
  metrics: Metrics | undefined,
  settings: ServeSettings,
  log: Logger,
  { watchAuthentication }: ServeOptions,
): Promise<Service> {
  const front = await serveHttp(runtime, metrics, settings, log, watchAuthentication);
  const { url } = front;
  log.info({ url, transport: settings.transport, auth: settings.auth }, 'listening');
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const close = async (graceMs: number): Promise<void> => {
    await front.close({ graceMs: 0, checkpointMs: graceMs });
    end();
  };
  return { runtime, url, ended, drain: () => front.drain(), close };
}

function supervise(started: Started, settings: ServeSettings, log: Logger, options: ServeOptions): RunningServer {
  const { service, telemetry } = started;
  const close = async (): Promise<void> => {
    await service.close(settings.graceMs);
    await closed;
  };
  const ignoreSignals =
    options.signals === false
      ? () => {}
      : onSignals((signal) => {
          log.info({ signal, running: service.runtime.running }, 'shutting down');
          // Whoever waits for `closed` hears how it went.
          close().catch(() => {});
        });
  const closed = service.ended.then(async () => {
    ignoreSignals();
    try {
      await options.onClose?.();
    } finally {
      await telemetry?.close();
    }
  });
  return { settings, runtime: service.runtime, log, url: service.url, closed, close };
}
