/** Names of the extensions of the protocol that both sides of the house speak. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';
export const skillsExtension = 'io.modelcontextprotocol/skills';
/** MCP Apps: pages that hosts show beside the results of tools, and what such a page says it is. */
export const appExtension = 'io.modelcontextprotocol/ui';
export const appMimeType = 'text/html;profile=mcp-app';
