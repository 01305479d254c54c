/** Rules that judge a report by itself: the original's three, and the arithmetic it forgot. */
import type { MatchReport, RequirementMatch } from '../match/report.js';
import type { Rule, RuleProblem } from './rule.js';

function perRequirement(
  report: MatchReport,
  ask: (match: RequirementMatch) => readonly (string | false)[],
): readonly RuleProblem[] {
  return report.requirement_matches.flatMap((match, at) =>
    ask(match).flatMap((message) =>
      message === false ? [] : [{ message: `Requirement ${at + 1}: ${message}.`, refs: [match.requirement_text] }],
    ),
  );
}

const shape: Rule = {
  id: 'SCHEMA-001',
  version: '0.1.0',
  severity: 'BLOCK',
  title: 'The report agrees with itself',
  overridable: true,
  check: (report) => [
    ...(report.overall_score < 0 ? [{ message: `The overall score ${report.overall_score} is below zero.` }] : []),
    ...perRequirement(report, (match) => [
      match.requirement_text === '' && 'its text is empty',
      match.best_score < 0 && `its score ${match.best_score} is below zero`,
      match.matched && match.contributing_atom_id === null && 'it is matched without an atom',
      !match.matched && match.contributing_atom_id !== null && 'it is unmatched and names an atom',
    ]),
  ],
};

const evidence: Rule = {
  id: 'EVID-001',
  version: '0.1.0',
  severity: 'FAIL',
  title: 'A match needs evidence',
  overridable: false,
  check: (report) =>
    perRequirement(report, (match) => [
      match.matched && match.contributing_atom_id === null && 'no atom carries the match',
      match.matched && match.evidence_tokens.length === 0 && 'no evidence is quoted for the match',
    ]),
};

const nothingFound: Rule = {
  id: 'SCORE-001',
  version: '0.1.0',
  severity: 'WARN',
  title: 'Something matched',
  overridable: false,
  check: (report) =>
    report.overall_score === 0 && report.requirement_matches.length > 0
      ? [{ message: 'No requirement found any evidence; look whether atoms are verified.' }]
      : [],
};

export const reportRules: readonly Rule[] = [shape, evidence, nothingFound];
