import { isAbsolute, join } from 'node:path';
import type { LoadedConfig } from '../config/load.js';
import type { ModelConfig } from '../config/schema.js';
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
