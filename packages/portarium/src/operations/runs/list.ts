import * as z from 'zod';
import { listRuns as list } from '../../app/read-runs.js';
import { runStatuses } from '../../domain/run.js';
import { define } from '../define.js';
import { page } from '../fields.js';
import { RunListAnswer } from './answers.js';

export const listRuns = define({
  name: 'portarium_run_list',
  title: 'List runs',
  description: 'List runs',
  effect: 'read',
  needs: 'run:read',
  input: { ...page, status: z.enum(runStatuses).optional(), workflowId: z.string().optional() },
  output: RunListAnswer,
  rest: { method: 'GET', path: '/runs', operationId: 'listRuns', summary: 'List runs, newest first', tag: 'Runs' },
  run: list,
});
