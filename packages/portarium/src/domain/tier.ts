/** How much human control a step gets, from none to all of it. A higher rank is stricter. */
export const tiers = ['Auto', 'Assisted', 'HumanApprove', 'ManualOnly'] as const;
export type Tier = (typeof tiers)[number];

export const environments = ['dev', 'staging', 'prod'] as const;
export type Environment = (typeof environments)[number];

/** A database may hold a word that an earlier version let in; what nobody knows is as strict as can be. */
export const isProduction = (environment: Environment): boolean => environment !== 'dev' && environment !== 'staging';

export function tierRank(tier: Tier): number {
  return tiers.indexOf(tier);
}

export function stricter(a: Tier, b: Tier): Tier {
  return tierRank(a) >= tierRank(b) ? a : b;
}

/** What a workflow that names no tier gets. Outside dev the safe side is to ask. */
export function defaultTier(environment: Environment): Tier {
  return environment === 'dev' ? 'Auto' : 'HumanApprove';
}
