import * as z from 'zod';
import { PostingGate } from './posting-gates.js';

export const Verdict = z.enum(['met', 'partly', 'missing']);
export type Verdict = z.infer<typeof Verdict>;

export const Evidence = z.object({
  kind: z.enum(['word', 'concept', 'related', 'broader', 'language', 'paper', 'degree', 'place', 'pay', 'years']),
  requirement: z.string().describe('Words of the requirement'),
  requirement_span: z.tuple([z.int(), z.int()]).optional().describe('Characters of the requirement'),
  atom_id: z.string().optional().describe('The claim that gives it; evidence may be united over several'),
  atom: z.string().describe('Words of the atom'),
  atom_span: z.tuple([z.int(), z.int()]).optional().describe('Characters of the claim or the title'),
  atom_text: z.enum(['claim', 'title']).optional().describe('Which text of the atom the characters belong to'),
  note: z.string().optional().describe('What is wanting'),
  path: z.array(z.string()).optional().describe('From what the atom names up to what the requirement names'),
  credit: z.number().describe('1 for the same thing, less for each step up'),
});
export type Evidence = Readonly<z.infer<typeof Evidence>>;

export const Explanation = z.object({
  verdict: Verdict,
  nearest_atom_id: z.string().nullable(),
  coverage: z.number().describe('Share of the named things the atom gives evidence for'),
  meaning: z.number().describe('Cosine of the taxonomy vectors'),
  certainty: z
    .number()
    .optional()
    .describe('How often verdicts that rest on such evidence were right; below 0.6 nothing is called met'),
  note: z.string().optional().describe('Why it is not more'),
  evidence: z.array(Evidence),
});

export const RequirementMatch = z.object({
  requirement_text: z.string(),
  matched: z.boolean(),
  best_score: z.number(),
  contributing_atom_id: z.string().nullable(),
  evidence_tokens: z.array(z.string()),
  explanation: Explanation.optional().describe('Only from strategies that explain themselves'),
});
export type RequirementMatch = Readonly<z.infer<typeof RequirementMatch>>;

export const MatchReport = z.object({
  opportunity_id: z.string(),
  strategy: z.string(),
  overall_score: z.number(),
  requirement_matches: z.array(RequirementMatch),
  missing_requirements: z.array(z.string()),
  matched_atoms: z.array(z.string()),
  retrieval_stats: z.object({
    lexical_candidates: z.int(),
    embedding_candidates: z.int(),
    merged_candidates: z.int(),
  }),
  breakdown: z.object({ lexical: z.number(), semantic: z.number(), bonus: z.number(), final_score: z.number() }),
  profile_id: z.string().optional().describe('Whose claims were matched, when not those of "me"'),
  gates: z
    .array(PostingGate)
    .optional()
    .describe(
      'Place, pay and right to work of the posting against what the person said; one that fails makes the score 0',
    ),
});
export type MatchReport = Readonly<z.infer<typeof MatchReport>>;

/** A match with what would raise its score: atoms that nobody has verified yet. */
export const MatchExplanation = z.object({
  match_report: MatchReport,
  what_if: z.array(z.object({ atom_id: z.string(), claim: z.string(), score_from: z.number(), score_to: z.number() })),
});
export type MatchExplanation = z.output<typeof MatchExplanation>;
