import * as z from 'zod';
import { AuditVerdict, verifyAudit } from '../../app/verify-audit.js';
import { operation } from '../operation.js';

export const verifyAuditOperation = operation({
  name: 'verify_audit',
  title: 'Verify the audit log',
  description: 'Recomputes every hash of the store-wide chain and names the first thing that is wrong.',
  effect: 'read',
  narrower: 'the first problem is what counts.',
  timeoutMs: 60_000,
  input: z.strictObject({}),
  output: AuditVerdict,
  run: (_, { app }) => verifyAudit(app),
});
