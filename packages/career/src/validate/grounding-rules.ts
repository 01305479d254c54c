/** Rules that hold a report against the stores, so that an invented one fails. */
import type { MatchReport } from '../match/report.js';
import type { Facts, Rule, RuleProblem } from './rule.js';

const closeEnough = 1e-9;

function matchedWithAtom(report: MatchReport): { text: string; atomId: string; tokens: readonly string[] }[] {
  return report.requirement_matches.flatMap((match) =>
    match.matched && match.contributing_atom_id !== null
      ? [{ text: match.requirement_text, atomId: match.contributing_atom_id, tokens: match.evidence_tokens }]
      : [],
  );
}

const scoreRange: Rule = {
  id: 'SCHEMA-002',
  version: '1.0.0',
  severity: 'BLOCK',
  title: 'Scores lie between 0 and 1',
  overridable: false,
  check: (report) => {
    const scores = [report.overall_score, ...report.requirement_matches.map((match) => match.best_score)];
    const wild = scores.filter((score) => !(score <= 1));
    return wild.map((score) => ({ message: `The score ${score} is not between 0 and 1.` }));
  },
};

const evidenceInAtom: Rule = {
  id: 'GND-001',
  version: '1.0.0',
  severity: 'FAIL',
  title: 'Quoted evidence stands in the atom',
  overridable: false,
  check: (report, facts) => {
    const recomputed = facts.recomputed(report);
    return matchedWithAtom(report).flatMap(({ text, atomId, tokens }): RuleProblem[] => {
      const honest = recomputed?.requirement_matches.find((match) => match.requirement_text === text);
      const known = new Set(honest?.contributing_atom_id === atomId ? honest.evidence_tokens : []);
      const invented = tokens.filter((token) => !known.has(token));
      if (invented.length === 0) return [];
      return [{ message: `Atom ${atomId} gives no evidence for: ${invented.join(', ')}.`, refs: [text, atomId] }];
    });
  },
};

const atomIsVerified: Rule = {
  id: 'GND-002',
  version: '1.0.0',
  severity: 'BLOCK',
  title: 'Only verified atoms carry a match',
  overridable: false,
  check: (report, facts) =>
    matchedWithAtom(report).flatMap(({ text, atomId }): RuleProblem[] => {
      const atom = facts.atom(atomId);
      if (atom?.verified) return [];
      const what = atom === undefined ? 'does not exist' : 'is not verified';
      return [{ message: `Atom ${atomId} ${what}.`, refs: [text, atomId] }];
    }),
};

const requirementsAreThePostings: Rule = {
  id: 'GND-003',
  version: '1.0.0',
  severity: 'FAIL',
  title: 'The requirements are those of the stored opportunity',
  overridable: false,
  check: (report, facts) => {
    const opportunity = facts.opportunity(report.opportunity_id);
    if (opportunity === undefined) return [{ message: `Opportunity ${report.opportunity_id} is not stored.` }];
    const asked = opportunity.requirements.map((requirement) => requirement.text);
    const answered = report.requirement_matches.map((match) => match.requirement_text);
    const same = asked.length === answered.length && asked.every((text, at) => text === answered[at]);
    return same
      ? []
      : [
          {
            message: 'The report answers other requirements than the posting asks.',
            refs: [opportunity.opportunity_id],
          },
        ];
  },
};

const scoresAreHonest: Rule = {
  id: 'SCORE-002',
  version: '1.0.0',
  severity: 'FAIL',
  title: 'Scores are what the strategy computes',
  overridable: false,
  check: (report, facts) => differences(report, facts),
};

function differences(report: MatchReport, facts: Facts): RuleProblem[] {
  const honest = facts.recomputed(report);
  if (honest === undefined) return [{ message: `The strategy ${report.strategy} cannot recompute this report.` }];
  const pairs: [string, number, number][] = [['overall', report.overall_score, honest.overall_score]];
  for (const [at, match] of report.requirement_matches.entries()) {
    pairs.push([`requirement ${at + 1}`, match.best_score, honest.requirement_matches[at]?.best_score ?? Number.NaN]);
  }
  return pairs
    .filter(([, claimed, computed]) => !(Math.abs(claimed - computed) <= closeEnough))
    .map(([what, claimed, computed]) => ({
      message: `The score of ${what} is ${claimed}; recomputed it is ${computed}.`,
    }));
}

export const groundingRules: readonly Rule[] = [
  scoreRange,
  evidenceInAtom,
  atomIsVerified,
  requirementsAreThePostings,
  scoresAreHonest,
];
