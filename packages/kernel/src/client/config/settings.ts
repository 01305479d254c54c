import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { tasksExtension } from '../../essentials/mcp-extensions.js';
import { packageVersion } from '../../essentials/package-version.js';
import { bounds } from '../../untrusted/bounds.js';
import type { ChannelOptions } from '../channels/index.js';
import type { ConnectOptions, Mode, RespawnPolicy, ServerRequestHandlers } from './options.js';
import { DEFAULT_MAX_SECONDS, type ServerConfig } from './server-config.js';

const CLIENT_INFO: Implementation = {
  name: 'quadrivium',
  title: 'Quadrivium',
  version: packageVersion(import.meta.url),
};
const RESPAWN: RespawnPolicy = { limit: 5, firstDelayMs: 200, maxDelayMs: 10_000 };
const GRACE_MS = 2_000;
const PROBE_MS = 1_500;
const STDERR_TAIL_CHARS = 8_192;

/** The configuration and the options, with every default decided. */
export interface Settings {
  readonly mode: Mode;
  readonly startupMs: number;
  readonly requestMs: number;
  readonly maxRequestMs: number;
  readonly probeMs: number;
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly handlers: ServerRequestHandlers;
  readonly wantsTasks: boolean;
  readonly respawn: RespawnPolicy;
}

export function settingsOf(config: ServerConfig, options: ConnectOptions): Settings {
  const { timeout, startupTimeout = timeout, requestTimeout = timeout, maxRequestTime } = config;
  const startupMs = options.startupTimeoutMs ?? startupTimeout * 1000;
  const requestMs = options.requestTimeoutMs ?? requestTimeout * 1000;
  const handlers = options.handlers ?? {};
  return {
    mode: modeOf(config, options),
    startupMs,
    requestMs,
    // Whoever allows a longer silence than the usual total means it.
    maxRequestMs: options.maxRequestMs ?? (maxRequestTime ?? Math.max(DEFAULT_MAX_SECONDS, requestMs / 1000)) * 1000,
    // Half of the time must remain for the older handshake, also for a server that is slow to start.
    probeMs: Math.min(options.probeMs ?? PROBE_MS, startupMs / 10),
    clientInfo: options.clientInfo ?? CLIENT_INFO,
    capabilities: { ...capabilitiesOf(handlers), ...options.capabilities, ...extensionsOf(options) },
    handlers,
    wantsTasks: options.tasks === true,
    respawn: { ...RESPAWN, ...options.respawn },
  };
}

/** The HTTP+SSE transport is older than the newer era, so there is nothing to find out. */
function modeOf(config: ServerConfig, options: ConnectOptions): Mode {
  return options.mode ?? config.protocol ?? (config.type === 'sse' ? 'legacy' : 'auto');
}

function capabilitiesOf({ elicitation, sampling, roots }: ServerRequestHandlers): ClientCapabilities {
  return {
    ...(elicitation === undefined ? {} : { elicitation: { form: { applyDefaults: true }, url: {} } }),
    ...(sampling === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: { listChanged: true } }),
  };
}

function extensionsOf({ tasks, capabilities }: ConnectOptions): Pick<ClientCapabilities, 'extensions'> {
  return tasks === true ? { extensions: { ...capabilities?.extensions, [tasksExtension]: {} } } : {};
}

export function channelOptions(options: ConnectOptions): ChannelOptions {
  return {
    env: options.env ?? process.env,
    graceMs: options.graceMs ?? GRACE_MS,
    maxMessageBytes: options.maxMessageBytes ?? bounds.message.bytes,
    stderrTailChars: options.stderrTailChars ?? STDERR_TAIL_CHARS,
    onStderr: options.onStderr,
    pipe: options.pipe,
    authProvider: options.authProvider,
    fetch: options.fetch ?? fetch,
  };
}
