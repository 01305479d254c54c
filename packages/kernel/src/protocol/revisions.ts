/** Revisions a client reaches with `initialize`, newest first: the first one is the counter-offer to unknown newer ones. */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The stateless revision: every request names it, nobody initializes. */
export const modernRevision = '2026-07-28';

export const newestLegacyRevision = legacyRevisions[0];
export const oldestRevision = '2024-11-05';

/** All revisions this kernel serves, newest first. */
export const supportedRevisions: readonly string[] = [modernRevision, ...legacyRevisions];

const revisionsWithBatches = new Set<string>(['2024-11-05', '2025-03-26']);

/** Batches came with JSON-RPC and left with 2025-06-18. Before a revision is agreed on they are accepted. */
export function hasBatches(revision: string | undefined): boolean {
  return revision === undefined || revisionsWithBatches.has(revision);
}

/** A revision is a date; anything else cannot be compared and is hopeless. */
export function isRevision(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}
