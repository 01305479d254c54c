import { describeProblem, exportLines, nodeCrypto, SqliteLedger, verifyLines } from '@quadrivium/ledger';
import * as z from 'zod';
import { Finding } from '../validate/rule.js';
import { openRunFinding } from '../validate/trace-rules.js';
import type { CareerApp } from './career-app.js';
import { openRuns } from './recover.js';

export const AuditVerdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  problems: z.array(z.string()),
  findings: z.array(Finding).describe('Runs that were begun and never ended (TRACE-001)'),
});
type AuditVerdict = z.output<typeof AuditVerdict>;

/** Recomputes the chain of the whole store. */
export async function verifyAudit(app: CareerApp): Promise<AuditVerdict> {
  const lines = exportLines(new SqliteLedger(app.store.database));
  const report = await verifyLines(lines, { crypto: nodeCrypto, expectedHeads: app.audit.rememberedHeads() });
  const entries = report.chains.reduce((sum, chain) => sum + chain.entries, 0);
  const findings = openRuns(app).map(openRunFinding);
  return { valid: report.valid, entries, problems: report.problems.map(describeProblem), findings };
}
