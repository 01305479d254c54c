import type { Authenticator } from '../auth/authenticator.js';
import { certificateOf } from '../http/certificate.js';
import type { Routes } from '../http/endpoint.js';
import type { HttpFront } from '../http/front/front.js';
import type { Metrics } from '../http/metrics.js';
import type { Logger } from '../log/logger.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import { authenticatorFor } from './authentication.js';
import type { ServeSettings } from './settings.js';

/** Stands before whoever checks credentials, for example to name refusals as its server does. */
export type WatchAuthentication = (authenticator: Authenticator) => Authenticator;

/** Opens the HTTP front for one server with the transports the settings ask for. */
export async function serveHttp(
  runtime: ServerRuntime,
  given: Metrics | undefined,
  settings: ServeSettings,
  log: Logger,
  watched: WatchAuthentication = (authenticator) => authenticator,
): Promise<HttpFront> {
  const { openHttpFront, openMetrics } = await import('../http/index.js');
  const authenticator = watched(await authenticatorFor(settings));
  const metrics = given ?? (await openMetrics());
  const { host, port, allowedHosts, allowedOrigins, publicUrl } = settings;
  const routes = await routesFor(runtime, settings, metrics, log);
  return openHttpFront({
    ...{ routes, host, port, allowedHosts, allowedOrigins, authenticator, metrics, log },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...certificateOf(settings),
  });
}

async function routesFor(
  runtime: ServerRuntime,
  { transport, legacySse }: ServeSettings,
  metrics: Metrics,
  log: Logger,
): Promise<Routes> {
  const all = transport === 'all-http';
  const routes: Routes[] = [];
  if (all || transport === 'http') {
    const { streamableHttp } = await import('../transport/streamable-http/endpoint.js');
    const endpoint = streamableHttp(runtime, { log });
    metrics.gauge('mcp_sessions', 'Open sessions', () => endpoint.sessionCount);
    routes.push({ '/mcp': endpoint });
  }
  if (all || transport === 'ws') {
    const { webSocket } = await import('../transport/websocket.js');
    routes.push({ '/ws': webSocket(runtime, { log }) });
  }
  if (all || transport === 'sse' || legacySse) {
    const { sse } = await import('../transport/sse.js');
    routes.push(sse(runtime));
  }
  return Object.assign({}, ...routes) as Routes;
}
