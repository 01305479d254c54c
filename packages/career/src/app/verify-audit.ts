import { describeProblem, exportLines, nodeCrypto, SqliteLedger, verifyLines } from '@quadrivium/ledger';
import type { Finding } from '../validate/rule.js';
import { openRunFinding } from '../validate/trace-rules.js';
import type { CareerApp } from './career-app.js';
import { openRuns } from './recover.js';

export interface AuditVerdict {
  readonly valid: boolean;
  readonly entries: number;
  readonly problems: string[];
  /** Breaches of rules about traces; the chain may be whole all the same. */
  readonly findings: Finding[];
}

/** Recomputes the chain of the whole store. */
export async function verifyAudit(app: CareerApp): Promise<AuditVerdict> {
  const lines = exportLines(new SqliteLedger(app.store.database));
  const report = await verifyLines(lines, { crypto: nodeCrypto, expectedHeads: app.audit.rememberedHeads() });
  const entries = report.chains.reduce((sum, chain) => sum + chain.entries, 0);
  const findings = openRuns(app).map(openRunFinding);
  return { valid: report.valid, entries, problems: report.problems.map(describeProblem), findings };
}
