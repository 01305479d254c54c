import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerRequestHandlers } from '@quadrivium/kernel/client';
import type { LoadedConfig } from '../../config/load.js';
import type { ElicitRequest, Person } from './handlers.js';

/** How requests of one server are answered by people and rules; whoever calls a tool by hand has no model. */
export function handlersWithoutModel(
  server: string,
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  person: Pick<Person, 'fillIn'> | undefined,
): ServerRequestHandlers {
  const { elicitation, roots } = config.serverRequests;
  return {
    ...(elicitation === 'decline' ? { elicitation: async () => ({ action: 'decline' as const }) } : {}),
    ...(elicitation === 'ask' && person !== undefined
      ? { elicitation: (request: ElicitRequest, signal: AbortSignal) => person.fillIn(server, request, signal) }
      : {}),
    ...(roots === undefined ? {} : { roots: async () => roots.map((path) => rootOf(path, folder)) }),
  };
}

function rootOf(path: string, folder: string) {
  const whole = isAbsolute(path) ? path : join(folder, path);
  return { uri: pathToFileURL(whole).href, name: path };
}
