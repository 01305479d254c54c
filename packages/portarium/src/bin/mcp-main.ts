import { Fault, localIdentity, type ServerDefinition, type ServeSettings, serveMain } from '@quadrivium/kernel';
import { tokenFrom } from '../cli/open-session.js';
import type { OpenedPlane } from '../cli/plane-settings.js';
import { httpClient } from '../client/http-client.js';
import { watchRecords } from '../http/record-gauges.js';
import type { LocalPrincipal } from '../operations/caller.js';
import { keepCalls } from '../operations/keep-calls.js';
import { portariumServer, remoteServer, serverVersion, toolNames } from '../tools/server.js';
import { ToolExposureView } from '../tools/tool-exposure.js';
import { madeIfAbsent } from './made-if-absent.js';
import { mcpFlags, mcpSettings } from './mcp-flags.js';
import { openPlane } from './open-plane.js';

/** Serves the seven tools until told to stop: over a database of this machine, or over the REST API of a server. */
export async function mcpMain(): Promise<void> {
  let opened: OpenedPlane | undefined;
  let exposure: ToolExposureView | undefined;
  await serveMain(
    {
      name: 'portarium',
      version: serverVersion,
      title: 'Portarium control plane',
      async define(settings) {
        const { plane, local, tokenFile, baseUrl } = mcpSettings(settings.extra);
        if (baseUrl !== undefined) return remote(baseUrl, tokenFile, settings);
        await madeIfAbsent(settings.extra);
        opened = await openPlane(plane);
        const principal = await principalOf(opened, local, await tokenFrom(tokenFile));
        const { deps } = opened.plane;
        exposure = new ToolExposureView(deps, principal, toolNames);
        await exposure.refresh(localIdentity);
        return portariumServer(deps, principal);
      },
    },
    {
      extraFlags: mcpFlags,
      runtime: () =>
        opened === undefined || exposure === undefined
          ? {}
          : { exposes: exposure.exposes, audit: keepCalls(opened.plane.deps) },
      watchMetrics: (metrics) => opened && watchRecords(metrics, opened.plane),
      onClose: () => opened?.close(),
    },
  );
}

/** A key says who the process on the other end of the pipe is; without one it is an agent with the name of the flags. */
export async function principalOf(
  { plane }: OpenedPlane,
  local: LocalPrincipal,
  token: string | undefined,
): Promise<LocalPrincipal> {
  if (token === undefined) return local;
  const { principalId, roles, workspaceId, scopes } = await plane.authenticateKey(token);
  return { principalId, roles, workspaceId, proven: true, ...(scopes === undefined ? {} : { scopes }) };
}

/** One key for everybody who can connect: that is for a pipe or this machine, not for a network. */
async function remote(
  baseUrl: string,
  tokenFile: string | undefined,
  { auth }: ServeSettings,
): Promise<ServerDefinition> {
  if (auth !== 'none')
    throw new Fault('BadUsage', '--base-url cannot be combined with --auth: all callers would act with one key.', {
      suggestion: 'Let clients connect to the /mcp of that server instead.',
    });
  const token = await tokenFrom(tokenFile);
  const client = httpClient({ baseUrl, ...(token === undefined ? {} : { token }) });
  return remoteServer(() => client);
}
