/** Everything one process serves over HTTP for a control plane: tools, REST API, and what else is mounted beside. */
import {
  createRuntime,
  type Endpoint,
  type Identity,
  type Logger,
  noAudit,
  type Routes,
  type RuntimeOptions,
  type ServerRuntime,
  silentLogger,
  sse,
  streamableHttp,
  webSocket,
} from '@quadrivium/kernel';
import type { ControlPlane } from '../app/control-plane.js';
import { embeddedClient } from '../client/embedded-client.js';
import { callerResolver, type LocalPrincipal, workspaceOf } from '../tools/caller.js';
import { portariumServer, toolNames } from '../tools/server.js';
import { ToolExposureView } from '../tools/tool-exposure.js';
import { openApiEndpoint } from './openapi-endpoint.js';
import { restEndpoint } from './rest-endpoint.js';

export interface HttpServiceOptions {
  /** Where everything is mounted; the root when left out. */
  readonly base?: string;
  readonly local?: LocalPrincipal;
  readonly log?: Logger;
  readonly runtime?: Partial<RuntimeOptions>;
  /** Also HTTP+SSE, for clients of 2024. */
  readonly legacySse?: boolean;
  /** Further endpoints by path below the base. */
  readonly endpoints?: Readonly<Record<string, Endpoint>>;
}

export interface HttpService {
  readonly routes: Routes;
  readonly runtime: ServerRuntime;
}

/** The seven tools in this process, each call as the caller that the transport established. */
export function embeddedTools(plane: ControlPlane, options: HttpServiceOptions = {}) {
  const resolve = callerResolver(plane, 'mcp', options.local);
  const workspace = (identity: Identity) => workspaceOf(identity, options.local);
  const exposure = new ToolExposureView(plane, { resolve, workspaceOf: workspace }, toolNames);
  const definition = portariumServer(
    (identity) => embeddedClient(plane, (workspaceId) => resolve(identity, workspaceId)),
    (tool, identity, workspaceId) => exposure.admit(tool, identity, workspaceId),
  );
  return { definition, exposure };
}

export function httpService(plane: ControlPlane, options: HttpServiceOptions = {}): HttpService {
  const { base = '', log = silentLogger, legacySse = true } = options;
  const { definition, exposure } = embeddedTools(plane, options);
  const runtime = createRuntime(definition, { audit: noAudit, log, ...options.runtime, exposes: exposure.exposes });
  const callerOf = callerResolver(plane, 'rest', options.local);
  const rest = restEndpoint(plane, { base, callerOf, log });
  const mcp = {
    '/mcp': streamableHttp(runtime, { log }),
    '/ws': webSocket(runtime, { log }),
    ...(legacySse && base === '' ? sse(runtime) : {}),
  };
  const tools = Object.entries(mcp).map(([path, endpoint]) => [path, exposure.before(endpoint)] as const);
  const all = {
    ...Object.fromEntries(tools),
    '/openapi.json': openApiEndpoint(base),
    '/v1/*': rest,
    ...options.endpoints,
  };
  const routes = Object.fromEntries(Object.entries(all).map(([path, endpoint]) => [`${base}${path}`, endpoint]));
  return { routes, runtime };
}
