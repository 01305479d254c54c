/**
 * Pages that tools of other servers bring along (MCP Apps). Two servers may give theirs the same address, so here each has
 * one below the name of its server. What a page may reach (`_meta.ui.csp`) is told as it was; who shows it decides.
 */
import { appMimeType, type ResourceDefinition } from '@quadrivium/kernel';
import { isObject } from '@quadrivium/kernel/essentials';
import { foreignWorkspace, notFound, portariumFault } from '../faults.js';
import { admit, type CallerIdentity } from '../operations/caller.js';
import type { ResourceContents, ToolInfo, ToolSource } from './tool-source.js';

const scheme = 'ui://';

/** What a tool says of its page and of who may call it, with the address that the page has here. */
export function uiOf(server: string, { _meta }: Pick<ToolInfo, '_meta'>): Readonly<Record<string, unknown>> {
  const ui = isObject(_meta?.ui) ? _meta.ui : {};
  // The second is how the first version of MCP Apps said it.
  const { resourceUri = _meta?.['ui/resourceUri'], visibility, ...rest } = ui;
  const address = typeof resourceUri === 'string' ? addressOf(server, resourceUri) : undefined;
  const said = {
    ...rest,
    ...(address === undefined ? {} : { resourceUri: address }),
    // Hosts look into it, and one broken word must not break the pages of all others.
    ...(Array.isArray(visibility) ? { visibility } : {}),
  };
  return Object.keys(said).length === 0 ? {} : { ui: said };
}

/** In bytes of the address and of the page; the second is some ten times that of programs with a library for charts. */
const longest = { address: 2000, page: 8 * 1024 * 1024 };

/** None for what is no page, and for addresses that no request could name. */
function addressOf(server: string, uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  const address = `${scheme}${server}/${encodeURIComponent(uri.slice(scheme.length))}`;
  return address.length > longest.address ? undefined : address;
}

/** False for a tool that is there for the page of another one alone. */
export function isForModels({ _meta }: Pick<ToolInfo, '_meta'>): boolean {
  const visibility = isObject(_meta?.ui) ? _meta.ui.visibility : undefined;
  return !Array.isArray(visibility) || visibility.includes('model');
}

export function toolPages(downstream: ToolSource): ResourceDefinition {
  return {
    uriTemplate: `${scheme}{server}/{page}`,
    name: 'tool-page',
    title: 'Page of a tool',
    description: 'A page that a tool of another server brings along for its answers (MCP Apps).',
    mimeType: appMimeType,
    async read({ server = '', page = '' }, { identity }, uri) {
      const { caller } = identity as Partial<CallerIdentity>;
      if (caller === undefined) throw foreignWorkspace();
      admit(caller, 'run:read');
      if (!downstream.servers().includes(server)) throw notFound('page', uri);
      const contents = await contentsOf(downstream, server, `${scheme}${page}`);
      return { contents: contents.map((part) => ({ ...part, uri })) };
    },
  };
}

async function contentsOf(downstream: ToolSource, server: string, uri: string): Promise<ResourceContents> {
  const contents = await givenBy(downstream, server, uri);
  const bytes = contents.reduce((sum, part) => sum + Buffer.byteLength('text' in part ? part.text : part.blob), 0);
  if (bytes <= longest.page) return contents;
  throw portariumFault('DependencyFailed', `"${server}" gave a page of ${bytes} bytes for ${uri}.`, {
    suggestion: `Pages of tools have at most ${longest.page} bytes.`,
  });
}

async function givenBy(downstream: ToolSource, server: string, uri: string): Promise<ResourceContents> {
  try {
    return (await downstream.read?.(server, uri)) ?? [];
  } catch (cause) {
    const { message } = cause as Error;
    throw portariumFault('DependencyFailed', `"${server}" did not give the page ${uri}: ${message}`, { cause });
  }
}
