import * as z from 'zod';
import { inTurns } from '../../app/steps.js';
import { computedFor, validateReport } from '../../app/validate-report.js';
import { ValidationReport } from '../../validate/constitution.js';
import { actorOf, mayOverride } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';
import { seedReply } from '../seed-reply.js';
import { kEmb, kLex, traceId } from '../shared-fields.js';

export const validateMatchReportOperation = operation({
  name: 'validate_match_report',
  title: 'Validate a match report',
  description:
    'Holds a match report against the stores: evidence, atoms, requirements and scores are recomputed, so an invented report fails.',
  effect: 'write',
  narrower: 'gap_summary tells what is missing only.',
  optIn: false,
  input: z.strictObject({
    match_report: z.looseObject({}).describe('The report as match_opportunity returned it'),
    trace_id: traceId,
    k_lex: kLex,
    k_emb: kEmb,
    override: z
      .strictObject({
        rule_id: z.string().describe('The blocking rule'),
        reason: z.string().min(3).describe('Why it may pass'),
        report_sha256: z.string().length(64).describe('SHA-256 of the canonical JSON of exactly this report'),
      })
      .optional()
      .describe('Lets a blocked report pass; needs an identity with the right'),
  }),
  output: ValidationReport.extend({
    trace_id: z.string(),
    validation_report: ValidationReport.describe('The same under the name match_opportunity gives it'),
    report_sha256: z.string().describe('What an override of exactly this report must name'),
  }),
  async run({ match_report, trace_id, k_lex, k_emb, override }, context) {
    const { app, identity } = context;
    const request = {
      report: match_report,
      kLex: k_lex,
      kEmb: k_emb,
      traceId: trace_id,
      override: override && {
        ruleId: override.rule_id,
        reason: override.reason,
        reportSha256: override.report_sha256,
      },
      actor: actorOf(identity),
      mayOverride: mayOverride(identity),
    };
    const computed = await inTurns(computedFor(app, request), paceOf(context));
    const judging = () => validateReport(app, request, computed);
    const { trace_id: trace, report_sha256, ...judged } = inOneTransaction(context, judging);
    return seedReply({ trace_id: trace, validation_report: judged, report_sha256, ...judged });
  },
});
