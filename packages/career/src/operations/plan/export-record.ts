import * as z from 'zod';
import { recordReport } from '../../app/record-report.js';
import { operation } from '../operation.js';

export const exportRecordOperation = operation({
  name: 'export_record',
  title: 'The whole record',
  description:
    'Claims, opportunities, outcomes, outreach, dates, documents and decisions as one Markdown report, with the state of the ledger.',
  effect: 'read',
  narrower: 'list_interactions, list_reminders and list_outcomes tell single parts.',
  timeoutMs: 60_000,
  input: z.strictObject({}),
  output: z.object({ report: z.string().describe('Markdown') }),
  cli: { verb: 'export-record', show: ({ report }) => report.trimEnd() },
  run: async (_, { app }) => ({ report: await recordReport(app) }),
});
