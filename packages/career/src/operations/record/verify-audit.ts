import * as z from 'zod';
import { verifyAudit } from '../../app/verify-audit.js';
import { Finding } from '../../validate/rule.js';
import { operation } from '../operation.js';

export const verifyAuditOperation = operation({
  name: 'verify_audit',
  title: 'Verify the audit log',
  description: 'Recomputes every hash of the store-wide chain and names the first thing that is wrong.',
  effect: 'read',
  timeoutMs: 60_000,
  input: z.strictObject({}),
  output: z.object({
    valid: z.boolean(),
    entries: z.int(),
    problems: z.array(z.string()),
    findings: z.array(Finding).describe('Runs that were begun and never ended (TRACE-001)'),
  }),
  run: (_, { app }) => verifyAudit(app),
});
