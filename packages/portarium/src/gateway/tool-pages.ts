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
  const { resourceUri = _meta?.['ui/resourceUri'], ...rest } = ui;
  const hasPage = typeof resourceUri === 'string' && resourceUri.startsWith(scheme);
  const said = hasPage ? { ...rest, resourceUri: addressOf(server, resourceUri) } : rest;
  return Object.keys(said).length === 0 ? {} : { ui: said };
}

const addressOf = (server: string, uri: string): string =>
  `${scheme}${server}/${encodeURIComponent(uri.slice(scheme.length))}`;

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
  try {
    return (await downstream.read?.(server, uri)) ?? [];
  } catch (cause) {
    const { message } = cause as Error;
    throw portariumFault('DependencyFailed', `"${server}" did not give the page ${uri}: ${message}`, { cause });
  }
}
