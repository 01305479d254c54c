import type { JSONObject } from '@modelcontextprotocol/server';
import { appExtension, skillsExtension, tasksExtension } from '../essentials/mcp-extensions.js';
import { isApp } from '../registry/app.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { modernRevision, newestLegacyRevision } from './revisions.js';

/** What a server declares beyond the core protocol. Older revisions have no place for it. */
export function extensionsOf(definition: ServerDefinition, revision: string): Readonly<Record<string, JSONObject>> {
  if (revision < newestLegacyRevision) return {};
  return {
    ...(definition.resources?.some(isApp) ? { [appExtension]: {} } : {}),
    ...(definition.skills === undefined ? {} : { [skillsExtension]: {} }),
    ...(revision === modernRevision && offersTasks(definition) ? { [tasksExtension]: {} } : {}),
    ...definition.extensions,
  };
}

export function offersTasks({ tasks, operations = [] }: ServerDefinition): boolean {
  return tasks !== undefined || operations.some(({ task }) => task !== undefined);
}
