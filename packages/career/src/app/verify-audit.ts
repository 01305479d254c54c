import { describeProblem, exportLines, nodeCrypto, SqliteLedger, verifyLines } from '@quadrivium/ledger';
import type { CareerApp } from './career-app.js';

export interface AuditVerdict {
  readonly valid: boolean;
  readonly entries: number;
  readonly problems: string[];
}

/** Recomputes the chain of the whole store. */
export async function verifyAudit(app: CareerApp): Promise<AuditVerdict> {
  const lines = exportLines(new SqliteLedger(app.store.database));
  const report = await verifyLines(lines, { crypto: nodeCrypto, expectedHeads: app.audit.rememberedHeads() });
  const entries = report.chains.reduce((sum, chain) => sum + chain.entries, 0);
  return { valid: report.valid, entries, problems: report.problems.map(describeProblem) };
}
