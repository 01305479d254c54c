import * as z from 'zod';
import { RunSummary } from '../../answers/runs.js';
import { listOf } from '../../answers/said.js';
import { listRuns as list } from '../../app/runs/read-runs.js';
import { runStatuses } from '../../domain/run.js';
import { rows, runRow } from '../brief.js';
import { define } from '../define.js';
import { page } from '../fields.js';

const runIds = z
  .string()
  .max(5000)
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string()).min(1).max(100))
  .optional()
  .describe('Only these, separated by commas; at most 100');

export const listRuns = define({
  name: 'portarium_run_list',
  title: 'List runs',
  description: 'List runs',
  effect: 'read',
  needs: 'run:read',
  input: { ...page, status: z.enum(runStatuses).optional(), workflowId: z.string().optional(), runIds },
  output: listOf(RunSummary),
  rest: { method: 'GET', path: '/runs', summary: 'List runs, newest first', tag: 'Runs' },
  cli: { show: rows(runRow) },
  run: list,
});
