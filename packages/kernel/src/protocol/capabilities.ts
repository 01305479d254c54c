import type { ServerCapabilities } from '@modelcontextprotocol/server';

import type { ServerDefinition } from '../registry/server-definition.js';
import { extensionsOf } from './extensions.js';
import { newestLegacyRevision } from './revisions.js';

/** What `initialize` and `server/discover` advertise: the definition's own words, or what its lists imply. */
export function capabilitiesFor(definition: ServerDefinition, revision: string): ServerCapabilities {
  const core = { ...skillResources(definition, revision), ...coreCapabilities(definition, revision) };
  const extensions = { ...extensionsOf(definition, revision), ...core.extensions };
  return Object.keys(extensions).length === 0 ? core : { ...core, extensions };
}

/** Files of skills are read as resources, by clients that know skills. */
function skillResources({ skills }: ServerDefinition, revision: string): ServerCapabilities {
  const isKnown = skills !== undefined && revision >= newestLegacyRevision;
  return isKnown ? { resources: { subscribe: false, listChanged: false } } : {};
}

function coreCapabilities(definition: ServerDefinition, revision: string): ServerCapabilities {
  const { capabilities } = definition;
  if (typeof capabilities === 'function') return capabilities(revision);
  return capabilities ?? impliedCapabilities(definition, revision);
}

/** Other lists than that of the tools are fixed when the server starts, and nothing can be subscribed to. */
function impliedCapabilities(definition: ServerDefinition, revision: string): ServerCapabilities {
  return {
    ...(definition.operations === undefined
      ? {}
      : { tools: { listChanged: definition.watchOperations !== undefined } }),
    ...(definition.resources === undefined ? {} : { resources: { subscribe: false, listChanged: false } }),
    ...(definition.prompts === undefined ? {} : { prompts: { listChanged: false } }),
    // 2024-11-05 has completions but no capability for them.
    ...(canComplete(definition) && revision !== '2024-11-05' ? { completions: {} } : {}),
  };
}

export function canComplete(definition: ServerDefinition): boolean {
  return definition.resources !== undefined || definition.prompts !== undefined;
}
