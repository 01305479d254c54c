import { commandsWith, type FlagValues, textValue, withDefault, withVariable } from '@quadrivium/kernel/shell';

/** What every command can be told about where it works and as whom. */
export const globalFlags = {
  db: withVariable(withDefault(textValue('db', 'SQLite file or postgres://…', 'path'), 'portarium.db'), 'PORTARIUM_DB'),
  servers: withVariable(
    textValue('servers', 'JSON file with the MCP servers that runs may call', 'file'),
    'PORTARIUM_SERVERS',
  ),
  baseUrl: withVariable(
    textValue('base-url', 'work with a server instead of a database file', 'url'),
    'PORTARIUM_BASE_URL',
  ),
  tokenFile: textValue('token-file', 'file with the key; PORTARIUM_TOKEN otherwise', 'file'),
  workspace: withVariable(
    withDefault(textValue('workspace', 'workspace to work in', 'id'), 'default'),
    'PORTARIUM_WORKSPACE',
  ),
  as: withVariable(
    withDefault(textValue('as', 'whom to act as on a database file', 'principal'), 'admin'),
    'PORTARIUM_AS',
  ),
};

export type GlobalOptions = FlagValues<typeof globalFlags>;

/** A command that sees what every command can be told. */
export const portariumCommand = commandsWith(globalFlags);
