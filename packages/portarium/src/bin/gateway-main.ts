import { type Identity, serveMain } from '@quadrivium/kernel';
import { tokenFrom } from '../cli/open-session.js';
import type { OpenedPlane } from '../cli/plane-settings.js';
import { portariumFault } from '../faults.js';
import { gatewayServer } from '../gateway/gateway-server.js';
import { watchRecords } from '../http/record-gauges.js';
import { callerResolver, type LocalPrincipal, workspaceOf } from '../operations/caller.js';
import { keepCalls } from '../operations/keep-calls.js';
import { madeIfAbsent } from './made-if-absent.js';
import { mcpSettings, planeFlags } from './mcp-flags.js';
import { principalOf } from './mcp-main.js';
import { openPlane } from './open-plane.js';

/** Serves the configured MCP servers, governed, until told to stop. */
export async function gatewayMain(): Promise<void> {
  let opened: OpenedPlane | undefined;
  await serveMain(
    {
      name: 'portarium-gateway',
      version: '1.0.0',
      title: 'Portarium gateway',
      async define(settings) {
        const { plane, local, tokenFile } = mcpSettings(settings.extra);
        await madeIfAbsent(settings.extra);
        opened = await openPlane({ ...plane, attended: true });
        const principal = await inTheOnly(opened, await principalOf(opened, local, await tokenFrom(tokenFile)));
        const { plane: control, downstream } = opened;
        return gatewayServer({
          deps: control.deps,
          downstream,
          resolve: callerResolver(control.deps, 'gateway', principal),
          workspaceOf: (identity) => workspaceOr(identity, principal),
        });
      },
    },
    {
      extraFlags: planeFlags,
      runtime: () => (opened === undefined ? {} : { audit: keepCalls(opened.plane.deps) }),
      watchMetrics: (metrics) => opened && watchRecords(metrics, opened.plane),
      onClose: () => opened?.close(),
    },
  );
}

/** Where there is one workspace, as after a first start, nobody has to name it. */
async function inTheOnly({ plane }: OpenedPlane, principal: LocalPrincipal): Promise<LocalPrincipal> {
  const [only, another] = await plane.listWorkspaces();
  if (principal.workspaceId !== undefined || only === undefined || another !== undefined) return principal;
  return { ...principal, workspaceId: only.workspaceId };
}

function workspaceOr(identity: Identity, principal: LocalPrincipal): string {
  const workspaceId = workspaceOf(identity, principal);
  if (workspaceId !== undefined) return workspaceId;
  throw portariumFault('InvalidInput', 'The gateway does not know in which workspace to work.', {
    suggestion: 'Start it with --workspace, or with a key.',
  });
}
