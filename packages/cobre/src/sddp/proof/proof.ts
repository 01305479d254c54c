/** `training/proof.json`: an interval that holds the optimal cost, and what is needed to check it again. */
import * as z from 'zod';

const numbers = z.array(z.number());
const count = z.int().min(0);

/** Planes in thousands of $, as the solvers count. An opening's plane is an intercept and the place of its slope. */
const cut = z.strictObject({
  state: numbers,
  intercept: z.number(),
  slope: numbers,
  weights: numbers,
  openings: z.array(z.tuple([z.number(), count])).describe('Of every place that may come next, its openings in order'),
});

const lower = z.strictObject({
  value: z.number().describe('$'),
  root: cut,
  /** Stages in order, or the nodes of the policy graph. */
  places: z.array(
    z.strictObject({
      stage_id: z.int(),
      node_id: z.int().optional(),
      /** Cuts on the cost after this place. */
      cuts: z.array(cut),
    }),
  ),
  slopes: z.array(numbers).describe('Slopes of single openings, each written once'),
});

const missed = z
  .number()
  .describe('How far the decisions behind the bound miss a limit at most, as a share of its size');

const tree = z.strictObject({
  kind: z.literal('tree'),
  value: z.number(),
  missed,
  nodes: z.array(z.strictObject({ cost: z.number(), leaves: numbers })),
});

const inner = z.strictObject({
  kind: z.literal('inner'),
  value: z.number(),
  missed,
  /** States that leave each place, and what everything after it costs from there at most. */
  places: z.array(z.strictObject({ states: z.array(numbers), values: numbers })),
});

const statistical = z.strictObject({
  kind: z.literal('statistical'),
  mean: z.number(),
  low: z.number().describe('Lower end of the 95 % interval of the mean'),
  high: z.number(),
  samples: count,
  reason: z.string().describe('Why there is no proven upper bound'),
});

const none = z.strictObject({ kind: z.literal('none'), reason: z.string() });

export const proofSchema = z.strictObject({
  format: z.literal('cobre-proof/4'),
  cobre_version: z.string(),
  case: z.strictObject({
    path: z.string().describe('From the output directory'),
    files: z.record(z.string(), z.string()).describe('SHA-256 of every file that was read'),
    set: z.array(z.string()).describe('Settings that were changed for the run alone'),
  }),
  policy: z.strictObject({ path: z.string(), files: z.record(z.string(), z.string()) }),
  boundary: z
    .strictObject({ files: z.record(z.string(), z.string()) })
    .optional()
    .describe('The policy behind the last stage, where the settings name one'),
  statement: z.string(),
  risk_measure: z.string(),
  interval: z.strictObject({ lower: z.number().nullable(), upper: z.number().nullable(), gap: z.number().nullable() }),
  limits_kept_to: z.number().describe('The share of its size by which a limit may be missed, for both bounds'),
  solver: z.enum(['simplex', 'highs']),
  rounding: z.strictObject({
    lower: z.string(),
    upper: z.string(),
    assumed_ceiling: z.number(),
  }),
  lower: z.union([lower, none]),
  upper: z.discriminatedUnion('kind', [tree, inner, statistical, none]),
  cost: z.strictObject({ seconds: z.number(), lp_solves: count }),
  digest: z.string().describe('SHA-256 of all the rest, as compact JSON'),
});

export type Proof = Readonly<z.output<typeof proofSchema>>;
export type ProofLower = Readonly<z.output<typeof lower>>;
export type ProofCut = Readonly<z.output<typeof cut>>;
export type ProofUpper = Proof['upper'];
