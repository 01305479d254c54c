/** What a page of a tool may call, under the names by which its own server calls them. */
import { link } from '../state/route.js';
import { waitingIn } from '../wire/governed.js';
import { callTool, gateway, listTools, type ToolListing, type ToolResult } from '../wire/mcp.js';

export interface PageTool {
  /** As it is called here. */
  readonly name: string;
  readonly readsOnly: boolean;
}

export type PageTools = ReadonlyMap<string, PageTool>;

/**
 * In this house, where no policy stands between: tools that name the page, as long as they only read. Of another server all
 * that are for pages, because each call passes the gateway, and whatever does not only read is asked about first.
 */
export async function pageTools(server: string, tool: ToolListing): Promise<PageTools> {
  const uri = tool._meta?.ui?.resourceUri;
  const owner = ownerOf(tool);
  const given = (await listTools(server)).filter((each) => {
    const { annotations, _meta: { ui } = {} } = each;
    if (ui?.visibility?.includes('app') === false) return false;
    if (server === gateway) return owner !== undefined && ownerOf(each) === owner;
    return ui?.resourceUri === uri && annotations?.readOnlyHint === true;
  });
  return new Map(
    given.map((each) => [
      each._meta?.['portarium/tool']?.tool ?? each.name,
      { name: each.name, readsOnly: each.annotations?.readOnlyHint === true },
    ]),
  );
}

const ownerOf = (tool: ToolListing): string | undefined => tool._meta?.['portarium/tool']?.server;

/** So many calls of one page wait for people at once: each asks somebody something. */
const mostWaiting = 5;

interface Waits {
  /** Calls that wait for people already. */
  readonly open: Set<string>;
  readonly onWaiting: (sentence: { text: string; href: string }) => void;
}

/** A page is not kept waiting for a person: it is told so, and the same call asks for the same result. */
export async function callForPage(
  server: string,
  { name }: PageTool,
  args: Readonly<Record<string, unknown>>,
  { open, onWaiting }: Waits,
): Promise<ToolResult> {
  const key = JSON.stringify([name, args]);
  if (open.size >= mostWaiting && !open.has(key))
    throw new Error(`${mostWaiting} calls of this page wait for people already.`);
  const result = await callTool(server, name, args);
  const waiting = server === gateway ? waitingIn(result) : undefined;
  open.delete(key);
  if (waiting === undefined) return result;
  open.add(key);
  const text = 'A person has to allow this call first. Once that is done, call again with the same arguments.';
  onWaiting({ text, href: link('runs', waiting.runId) });
  return { isError: true, content: [{ type: 'text', text }] };
}
