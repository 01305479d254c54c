import type { ConnectOptions, Mode, ServerConfigInput } from '@quadrivium/kernel/client';
import { DEFAULT_REQUEST_SECONDS, type ServerConfig, timeoutOf } from '../config/schema.js';
import { CLIENT_INFO, EVENT_ADDRESS_VARIABLE } from './client-identity.js';

/** How long a server may take to leave after its stdin ended, and again after SIGTERM; twice this is the worst case. */
const GRACE_MS = 1_500;

/** A server as a program may describe it: without a type it is a process. */
export type ServerDescription = Omit<Partial<ServerConfig>, 'type'> & { readonly type?: ServerConfig['type'] };

/** The kernel's description of the same server. The event address comes last, so that nothing overrides it. */
export function connectConfig(server: ServerDescription, eventAddress?: string): ServerConfigInput {
  const { type = 'stdio', startupTimeout, requestTimeout = DEFAULT_REQUEST_SECONDS, maxRequestTime } = server;
  const timing = {
    timeout: timeoutOf({ timeout: server.timeout ?? 0 }),
    ...(startupTimeout === undefined ? {} : { startupTimeout }),
    requestTimeout,
    ...(maxRequestTime === undefined ? {} : { maxRequestTime }),
  };
  if (type !== 'stdio') return { type, url: server.url ?? '', headers: server.headers ?? {}, ...timing };
  const address =
    eventAddress === undefined || server.forwardEvents === false ? {} : { [EVENT_ADDRESS_VARIABLE]: eventAddress };
  return {
    type,
    command: server.command ?? '',
    args: server.args ?? [],
    env: { ...server.env, ...address },
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
    ...timing,
  };
}

export function connectOptions(name: string, server: ServerDescription): ConnectOptions {
  const mode = modeOf(server.protocol);
  return {
    name,
    clientInfo: CLIENT_INFO,
    graceMs: GRACE_MS,
    ...(mode === undefined ? {} : { mode }),
    ...(server.maxMessageBytes === undefined ? {} : { maxMessageBytes: server.maxMessageBytes }),
  };
}

function modeOf(protocol: ServerConfig['protocol']): Mode | undefined {
  return protocol === '2026-07-28' ? 'modern' : protocol;
}
