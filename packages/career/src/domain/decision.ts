import * as z from 'zod';
import { PersonFacts } from './work-wishes.js';

/** What was decided, from what, by which rules: enough to compute it again and compare byte for byte. */
export const DecisionRecord = z.object({
  decision_id: z.string(),
  trace_id: z.string(),
  artifact_id: z.string(),
  created_at: z.string(),
  opportunity_id: z.string(),
  requirement_decisions: z.array(
    z.object({ requirement_text: z.string(), atom_id: z.string().nullable(), evidence_tokens: z.array(z.string()) }),
  ),
  retrieval_stats: z.object({
    lexical_candidates: z.int(),
    embedding_candidates: z.int(),
    merged_candidates: z.int(),
  }),
  validation_summary: z.object({
    status: z.string(),
    finding_count: z.int(),
    fail_count: z.int(),
    warn_count: z.int(),
    top_rule_ids: z.array(z.string()),
  }),
  version: z.literal('0.3'),
  inputs: z.object({
    strategy: z.string(),
    strategy_revision: z
      .string()
      .optional()
      .describe(
        'Its revision and, behind the dot, what it makes of a fixed sample; only strategies that change have one',
      ),
    k_lex: z.int(),
    k_emb: z.int(),
    embedding: z.string().describe('Provider, model and hash of what gave the vectors'),
    constitution: z.string(),
    opportunity_sha256: z.string(),
    profile_id: z.string().optional().describe('Whose claims were matched, when not those of "me"'),
    person: PersonFacts.optional().describe(
      'What the person had said of place, pay and right to work, where it counted',
    ),
    atoms_sha256: z.string().describe('Over all atoms the strategy could see, sorted by id'),
  }),
  report_sha256: z.string(),
  overall_score: z.number(),
});
export type DecisionRecord = Readonly<z.infer<typeof DecisionRecord>>;
