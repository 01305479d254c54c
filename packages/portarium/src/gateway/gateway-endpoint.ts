import { createRuntime, type Endpoint, type RuntimeOptions, streamableHttp } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';
import { portariumFault } from '../faults.js';
import { callerResolver, workspaceOf } from '../operations/caller.js';
import { keepCalls } from '../operations/keep-calls.js';
import { type GatewayOptions, gatewayServer } from './gateway-server.js';

/** The gateway for callers with credentials, to be mounted beside everything else. */
export async function gatewayEndpoint(
  { plane: { deps }, downstream }: Pick<GatewayOptions, 'downstream'> & { readonly plane: Pick<ControlPlane, 'deps'> },
  {
    rateLimit,
    ...options
  }: Pick<GatewayOptions, 'log' | 'waitMs' | 'patienceMs'> & Pick<RuntimeOptions, 'rateLimit'> = {},
): Promise<Endpoint> {
  const definition = await gatewayServer({
    deps,
    downstream,
    ...options,
    resolve: callerResolver(deps, 'gateway'),
    workspaceOf: (identity) => {
      const workspaceId = workspaceOf(identity);
      if (workspaceId === undefined) throw withoutKey();
      return workspaceId;
    },
  });
  const log = options.log === undefined ? {} : { log: options.log };
  const limit = rateLimit === undefined ? {} : { rateLimit };
  const endpoint = streamableHttp(createRuntime(definition, { audit: keepCalls(deps), ...log, ...limit }), log);
  return {
    handle: (exchange) => endpoint.handle(exchange),
    refusal: (refused) => endpoint.refusal?.(refused),
    settled: (graceMs) => endpoint.settled(graceMs),
    async close() {
      await definition.beforeStop?.(0);
      await endpoint.close();
    },
  };
}

const withoutKey = () =>
  portariumFault('Forbidden', 'Tools of other servers are called with a key: somebody has to answer for the call.', {
    suggestion: 'Send a key of the workspace as Authorization: Bearer <key>.',
  });
