import * as z from 'zod';
import { outreachRules } from '../domain/outreach-rules.js';
import type { Constitution } from './constitution.js';
import { severities } from './rule.js';
import { tokenRules } from './token-rules.js';
import { traceRule } from './trace-rules.js';

/** A rule as people read it: who it judges, how badly a breach weighs, whether somebody may let it pass. */
export const RuleCard = z.object({
  rule_id: z.string(),
  version: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  overridable: z.boolean(),
  judges: z.enum(['report', 'tokens', 'outreach', 'trace']),
});
export type RuleCard = Readonly<z.infer<typeof RuleCard>>;

type Judged = Omit<RuleCard, 'rule_id' | 'judges'> & { readonly id: string };

/** Every rule that holds here, in the order they are asked. */
export function rulebook({ rules }: Constitution): RuleCard[] {
  return [
    ...rules.map((rule) => card(rule, 'report')),
    ...tokenRules.map((rule) => card(rule, 'tokens')),
    ...outreachRules.map((rule) => card(rule, 'outreach')),
    card(traceRule, 'trace'),
  ];
}

function card({ id, version, severity, title, overridable }: Judged, judges: RuleCard['judges']): RuleCard {
  return { rule_id: id, version, severity, title, overridable, judges };
}
