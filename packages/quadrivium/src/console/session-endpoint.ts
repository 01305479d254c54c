/** Who somebody is, for a page that holds a key but does not know whose. */
import type { Endpoint } from '@quadrivium/kernel';

/** `workspace` is for callers without a key, who may look at any; `gateway` says whether tools of other servers are offered. */
export function sessionEndpoint(workspace: string, gateway: boolean): Endpoint {
  return {
    handle({ req, res, identity }) {
      if (req.method !== 'GET') return void res.writeHead(405, { allow: 'GET' }).end();
      const { subject, roles, via } = identity;
      const body = JSON.stringify({ subject, roles, via, workspace: identity.workspaces?.[0] ?? workspace, gateway });
      res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
    },
    settled: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}
