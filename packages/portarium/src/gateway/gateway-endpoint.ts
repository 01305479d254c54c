import { createRuntime, type Endpoint, noAudit, streamableHttp } from '@quadrivium/kernel';
import { foreignWorkspace } from '../faults.js';
import { callerResolver, workspaceOf } from '../tools/caller.js';
import { type GatewayOptions, gatewayServer } from './gateway-server.js';

/** The gateway for callers with credentials, to be mounted beside everything else. */
export async function gatewayEndpoint(
  parts: Pick<GatewayOptions, 'plane' | 'downstream'>,
  options: Pick<GatewayOptions, 'log' | 'waitMs'> = {},
): Promise<Endpoint> {
  const resolve = callerResolver(parts.plane, 'gateway');
  const definition = await gatewayServer({
    plane: parts.plane,
    downstream: parts.downstream,
    ...options,
    callerOf: async (identity) => {
      const workspaceId = workspaceOf(identity);
      if (workspaceId === undefined) throw foreignWorkspace();
      return resolve(identity, workspaceId);
    },
  });
  const { log } = options;
  return streamableHttp(
    createRuntime(definition, { audit: noAudit, ...(log === undefined ? {} : { log }) }),
    log === undefined ? {} : { log },
  );
}
