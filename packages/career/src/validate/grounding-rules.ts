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
    const hidden = hiddenMatches(report, recomputed);
    const invented = matchedWithAtom(report).flatMap(({ text, atomId, tokens }): RuleProblem[] => {
      const honest = recomputed?.requirement_matches.find((match) => match.requirement_text === text);
      const known = new Set(honest?.contributing_atom_id === atomId ? honest.evidence_tokens : []);
      const unknown = tokens.filter((token) => !known.has(token));
      if (unknown.length === 0) return [];
      return [{ message: `Atom ${atomId} gives no evidence for: ${unknown.join(', ')}.`, refs: [text, atomId] }];
    });
    return [...invented, ...hidden];
  },
};

/** Saying less than the stores prove is a forgery too. */
function hiddenMatches(report: MatchReport, recomputed: MatchReport | undefined): RuleProblem[] {
  return report.requirement_matches.flatMap((match, at): RuleProblem[] => {
    const honest = recomputed?.requirement_matches[at];
    const same = honest === undefined || honest.requirement_text !== match.requirement_text;
    if (same || match.matched || !honest.matched) return [];
    return [{ message: `The match of requirement ${at + 1} is kept back.`, refs: [match.requirement_text] }];
  });
}

const atomIsVerified: Rule = {
  id: 'GND-002',
  version: '1.0.0',
  severity: 'BLOCK',
  title: 'Only verified atoms carry a match',
  overridable: false,
  check: (report, facts) => {
    const carrying = matchedWithAtom(report).map(({ text, atomId }) => ({ atomId, refs: [text, atomId] }));
    const named = new Set(carrying.map(({ atomId }) => atomId));
    const listed = report.matched_atoms.filter((id) => !named.has(id)).map((atomId) => ({ atomId, refs: [atomId] }));
    return [...carrying, ...listed].flatMap(({ atomId, refs }): RuleProblem[] => {
      const atom = facts.atom(atomId);
      if (atom?.verified) return [];
      return [{ message: `Atom ${atomId} ${atom === undefined ? 'does not exist' : 'is not verified'}.`, refs }];
    });
  },
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

/** Nothing asked for is not the same as nothing missing. */
const somethingIsAsked: Rule = {
  id: 'REQ-001',
  version: '1.0.0',
  severity: 'WARN',
  title: 'The posting asks for something',
  overridable: false,
  check: (report) =>
    report.requirement_matches.length > 0
      ? []
      : [{ message: 'The opportunity has no requirements; paste the part of the posting that lists them.' }],
};

/** Lists that a report draws from its own answers must be the ones the strategy draws. */
const summariesAreHonest: Rule = {
  id: 'GND-004',
  version: '1.0.0',
  severity: 'FAIL',
  title: 'Lists and counts are what the strategy computes',
  overridable: false,
  check: (report, facts) => {
    const honest = facts.recomputed(report);
    if (honest === undefined) return [];
    const parts = ['matched_atoms', 'missing_requirements', 'retrieval_stats', 'breakdown', 'gates'] as const;
    return parts
      .filter((part) => !alike(report[part], honest[part]))
      .map((part) => ({ message: `${part} is not what the strategy computes.` }));
  },
};

/** Numbers may have gone through somebody else's JSON. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= closeEnough;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => alike(value, right.get(key)));
}

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
  summariesAreHonest,
  somethingIsAsked,
  scoresAreHonest,
];
