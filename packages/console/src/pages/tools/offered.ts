/** Every tool that can be called from here: those of this house, and those of other servers through the gateway. */
import { session } from '../../state/session.js';
import { gateway, listTools, type ToolListing } from '../../wire/mcp.js';

export interface Offered {
  /** Where it is called. */
  readonly server: string;
  readonly tool: ToolListing;
  /** Whose it is. */
  readonly owner: string;
}

const own = ['cobre', 'portarium', 'career'] as const;

export const servers = (): readonly string[] => (session.value?.gateway ? [...own, gateway] : own);

/** One server that does not answer keeps nothing back of the others. */
export async function offeredTools(): Promise<{ offered: readonly Offered[]; silent: readonly string[] }> {
  const asked = servers();
  const lists = await Promise.allSettled(asked.map(offeredBy));
  const first = lists[0];
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw first.reason;
  return {
    offered: lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])),
    silent: asked.filter((_, index) => lists[index]?.status === 'rejected'),
  };
}

async function offeredBy(server: string): Promise<readonly Offered[]> {
  return (await listTools(server)).map((tool) => ({ server, tool, owner: ownerOf(server, tool) }));
}

/** What the gateway itself has beside tools of others goes by its own name. */
const ownerOf = (server: string, tool: ToolListing): string => tool._meta?.['portarium/tool']?.server ?? server;

/** A tool as its own server calls it. */
export const ownName = (tool: ToolListing): string => tool._meta?.['portarium/tool']?.tool ?? tool.name;

/** As it is told apart from one of the same name elsewhere. */
export const spokenName = (server: string, tool: ToolListing): string =>
  server === gateway ? `${ownName(tool)} of ${ownerOf(server, tool)}` : tool.name;

/** Whether it is what runs call by the name of its server and its own. */
export const isTool = ({ tool, owner }: Offered, calledServer: string, name: string): boolean =>
  owner === calledServer && ownName(tool) === name;
