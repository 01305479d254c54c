/** Everything one process serves over HTTP for a control plane: tools, REST API, and what else is mounted beside. */
import {
  createRuntime,
  type Endpoint,
  type Logger,
  type Routes,
  type RuntimeOptions,
  type ServerRuntime,
  silentLogger,
  sse,
  streamableHttp,
  webSocket,
} from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';
import type { LocalPrincipal } from '../operations/caller.js';
import { keepCalls } from '../operations/keep-calls.js';
import { portariumServer, toolNames } from '../tools/server.js';
import { ToolExposureView } from '../tools/tool-exposure.js';
import { openApiEndpoint } from './openapi-endpoint.js';
import { restEndpoint } from './rest-endpoint.js';
import { slackEndpoint } from './slack-endpoint.js';

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

export function httpService({ deps }: Pick<ControlPlane, 'deps'>, options: HttpServiceOptions = {}): HttpService {
  const { base = '', log = silentLogger, legacySse = true, local } = options;
  const exposure = new ToolExposureView(deps, local, toolNames);
  const runtime = createRuntime(portariumServer(deps, local), {
    audit: keepCalls(deps),
    log,
    ...options.runtime,
    exposes: exposure.exposes,
  });
  const mcp = {
    '/mcp': streamableHttp(runtime, { log }),
    '/ws': webSocket(runtime, { log }),
    ...(legacySse && base === '' ? sse(runtime) : {}),
  };
  const tools = Object.entries(mcp).map(([path, endpoint]) => [path, exposure.before(endpoint)] as const);
  const all = {
    ...Object.fromEntries(tools),
    '/openapi.json': openApiEndpoint(base),
    '/v1/*': restEndpoint(runtime, { base, log }),
    ...(deps.slackSigningSecret === undefined
      ? {}
      : { '/slack/interactions': slackEndpoint(deps, deps.slackSigningSecret) }),
    ...options.endpoints,
  };
  const based = Object.fromEntries(Object.entries(all).map(([path, endpoint]) => [`${base}${path}`, endpoint]));
  return { routes: based, runtime };
}
