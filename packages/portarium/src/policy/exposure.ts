import type { ToolExposure } from '../domain/policy.js';
import { type Tier, tierRank } from '../domain/tier.js';
import { globMatches } from './match-rule.js';

/**
 * Whether a tool of ours is shown to and callable by somebody. The first rule whose pattern fits decides. A tier is how
 * much human control surrounds the caller: more control opens more tools, not fewer.
 */
export function isExposed(exposure: ToolExposure, tool: string, roles: readonly string[], tier: Tier): boolean {
  const rule = exposure.rules.find(({ toolPattern }) => globMatches(toolPattern, tool));
  if (rule === undefined) return exposure.defaultEffect === 'Allow';
  const roleFits = rule.allowedRoles.length === 0 || rule.allowedRoles.some((role) => roles.includes(role));
  return roleFits && (rule.minimumTier === undefined || tierRank(tier) >= tierRank(rule.minimumTier));
}
