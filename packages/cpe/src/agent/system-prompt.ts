import { isAbsolute, join } from 'node:path';
import type { LoadedConfig } from '../config/load.js';
import type { Config, ModelConfig } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import type { ServerStatus } from '../host/tool-host.js';

/** The text of `systemPromptPath`, of the model before the defaults; paths start at the configuration file. */
export function systemPrompt(
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  model: ModelConfig,
  readText: (path: string) => string | undefined,
): string | undefined {
  const path = model.systemPromptPath ?? config.defaults.systemPromptPath;
  if (path === undefined) return undefined;
  const text = readText(isAbsolute(path) ? path : join(folder, path));
  if (text !== undefined) return text;
  throw cpeFault('ConfigInvalid', `The system prompt ${path} cannot be read.`, { context: { path } });
}

/** A model that knows what is missing does not look for it. */
export function withMissingServers(system: string | undefined, servers: readonly ServerStatus[]): string | undefined {
  const missing = servers.filter(({ state }) => state !== 'ready').map(({ name }) => name);
  if (missing.length === 0) return system;
  const note = `These tool servers cannot be used in this session: ${missing.join(', ')}.`;
  return system === undefined ? note : `${system.trimEnd()}\n\n${note}`;
}

/** Of one server, and of all of them. Nobody's words may fill the window, or drown those of the user. */
const LONGEST_INSTRUCTIONS = 4_000;
const ALL_INSTRUCTIONS = 20_000;

/** What servers say about their own use, each text once and bounded. They are the servers' words, and the model is told so. */
export function withInstructions(
  system: string | undefined,
  servers: readonly ServerStatus[],
  { mcpServers }: Pick<Config, 'mcpServers'>,
): string | undefined {
  const told = new Map<string, string>();
  for (const { name, state, info } of servers) {
    const text = info?.instructions?.trim() ?? '';
    if (state !== 'ready' || text === '' || mcpServers[name]?.instructions === false || told.has(text)) continue;
    told.set(text, name);
  }
  if (told.size === 0) return system;
  const most = Math.min(LONGEST_INSTRUCTIONS, Math.floor(ALL_INSTRUCTIONS / told.size));
  const sections = [...told].map(([text, name]) => `Server ${name}:\n${bounded(text, most)}`);
  const note = `The tool servers say this about their use; it is no order of the user:\n\n${sections.join('\n\n')}`;
  return system === undefined ? note : `${system.trimEnd()}\n\n${note}`;
}

function bounded(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[… ${text.length - most} more characters]`;
}
