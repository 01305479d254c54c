import type { ToolClass } from '../domain/tool-class.js';
import type { Effect } from '../domain/workflow.js';

/**
 * What kind of tool a name suggests. Every word of the name counts, so that `get_purge` is not taken for a read, and
 * words are also split at capital letters, so that `getUser` is.
 */
const dangerous = words(
  'exec execute shell bash sh terminal sudo eval spawn browser playwright install uninstall npm pip apt docker kubectl ssh',
);
const mutating = words(
  `write create update delete remove put post patch set send deploy refund pay transfer cancel approve merge push publish
  upload insert upsert add edit modify rename move copy purge wipe drop truncate grant revoke invite assign close open start
  stop run train restart reset enable disable register import export archive restore commit sync submit order book charge
  notify email schedule trigger apply save clear mark`,
);
const reading = words(
  `read get list search find query fetch show describe view check validate analyse analyze inspect count lookup explain
  preview diff compare status ping head summarize summarise calculate compute estimate`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

export function classByName(name: string): ToolClass {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (parts.some((part) => dangerous.has(part))) return 'Dangerous';
  if (parts.some((part) => mutating.has(part))) return 'Mutation';
  return parts.some((part) => reading.has(part)) ? 'ReadOnly' : 'Unknown';
}

export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** What a server says about its own tool counts more than the name where its word is trusted; a stricter word always. */
export function classOf(name: string, annotations: ToolAnnotations | undefined, trusted: boolean): ToolClass {
  if (trusted && annotations?.readOnlyHint === true) return 'ReadOnly';
  const byName = classByName(name);
  if (annotations?.readOnlyHint === false) return byName === 'Dangerous' ? 'Dangerous' : 'Mutation';
  return byName;
}

/** What repeating a call would do. Nothing is taken to be repeatable unless somebody says so. */
export function effectOf(toolClass: ToolClass, annotations: ToolAnnotations | undefined, trusted: boolean): Effect {
  if (toolClass === 'ReadOnly') return 'readOnly';
  return trusted && annotations?.idempotentHint === true ? 'idempotent' : 'nonIdempotent';
}
