import { appMimeType } from '../essentials/mcp-extensions.js';
import type { ResourceDefinition } from './resource.js';

/**
 * MCP Apps: a page that a host shows beside the results of a tool. It is a plain resource with this media type under
 * `ui://…`, and a tool names it by `meta: { ui: { resourceUri } }`; text stays the fallback for every other host.
 */
export function isApp({ mimeType }: Pick<ResourceDefinition, 'mimeType'>): boolean {
  return mimeType === appMimeType;
}
