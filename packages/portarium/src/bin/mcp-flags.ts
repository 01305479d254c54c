import { type ExtraFlags, listOf, textValue } from '@quadrivium/kernel';
import { defaultLocal } from '../operations/caller.js';

const defaultRoles = ['operator', 'approver'];

/** What the two MCP servers of this package can be told beyond what every server can. */
export const planeFlags = {
  db: textValue('db', 'SQLite file or postgres://… of the control plane', 'path', 'portarium.db'),
  servers: textValue('servers', 'JSON file with the MCP servers that runs may call', 'path'),
  workspace: textValue('workspace', 'Only this workspace', 'id'),
  principal: textValue('principal', 'Who a caller without credentials is', 'id', defaultLocal.principalId),
  roles: listOf('roles', 'Roles of a caller without credentials', 'names', defaultRoles.join(',')),
  tokenFile: textValue('token-file', 'File with the key to act with; PORTARIUM_TOKEN otherwise', 'path'),
} satisfies ExtraFlags;

export const mcpFlags = {
  ...planeFlags,
  baseUrl: textValue('base-url', 'Use the control plane at this address instead of a database', 'url'),
} satisfies ExtraFlags;

export type McpSettings = ReturnType<typeof mcpSettings>;

export function mcpSettings(extra: Readonly<Record<string, unknown>>) {
  const {
    db = 'portarium.db',
    servers,
    workspace,
    principal,
    roles,
    tokenFile,
    baseUrl,
  } = extra as {
    db?: string;
    servers?: string;
    workspace?: string;
    principal?: string;
    roles?: readonly string[];
    tokenFile?: string;
    baseUrl?: string;
  };
  return {
    plane: { db, engine: true, ...(servers === undefined ? {} : { servers }) },
    local: {
      principalId: principal ?? defaultLocal.principalId,
      roles: roles ?? defaultRoles,
      ...(workspace === undefined ? {} : { workspaceId: workspace }),
    },
    tokenFile,
    baseUrl,
  };
}
