import * as z from 'zod';
import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import type { MatchReport } from '../match/report.js';

export const severities = ['PASS', 'WARN', 'FAIL', 'BLOCK'] as const;
export type Severity = (typeof severities)[number];

export const Finding = z.object({
  rule_id: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  evidence_refs: z.array(z.string()).describe('Requirements and atoms the finding is about'),
});
export type Finding = Readonly<z.infer<typeof Finding>>;

/** What the stores know, so that a report can be held against it. */
export interface Facts {
  atom(id: string): ExperienceAtom | undefined;
  opportunity(id: string): Opportunity | undefined;
  /** The report the named strategy gives for the stored opportunity today. */
  recomputed(report: MatchReport): MatchReport | undefined;
}

export interface RuleProblem {
  readonly message: string;
  readonly refs?: readonly string[];
}

/** A rule of the constitution: data about it, and the one question it asks. */
export interface Rule {
  readonly id: string;
  readonly version: string;
  readonly severity: Exclude<Severity, 'PASS'>;
  readonly title: string;
  /** Whether an identity with the right may override a BLOCK of it. */
  readonly overridable: boolean;
  /** Rules without facts judge the report by itself; the others hold it against the stores. */
  check(report: MatchReport, facts: Facts): readonly RuleProblem[];
}
