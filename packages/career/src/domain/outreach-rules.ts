/**
 * Rules of the constitution that are enforced where a transition is decided, in the same atomic step. They are data like
 * the rules about reports; `interaction` holds the one question each of them asks.
 */
export const outreachRules = [
  {
    id: 'OUT-001',
    version: '1.0.0',
    severity: 'FAIL',
    title: 'Nobody is written to twice within the cooldown',
    overridable: false,
  },
  {
    id: 'OUT-002',
    version: '1.0.0',
    severity: 'BLOCK',
    title: 'Nobody is written to who must not be contacted',
    overridable: false,
  },
] as const;

export type OutreachRuleId = (typeof outreachRules)[number]['id'];
