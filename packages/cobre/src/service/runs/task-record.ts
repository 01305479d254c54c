import * as z from 'zod';
import { errorRecord, orNull, record } from '../seed-schema.js';
import { runProgress } from './run-progress.js';
import { runResult } from './run-result.js';

/** What is known about a run in the background; both task tools answer it, and a file beside the results keeps it. */
export const taskRecord = record({
  task_id: z.string(),
  status: z
    .enum(['running', 'completed', 'partial', 'failed', 'interrupted'])
    .describe('partial: stopped on request, with a checkpoint; interrupted: its server ended before it did'),
  output_dir: z.string(),
  started_at: z.string(),
  updated_at: z.string(),
  progress: orNull(runProgress.describe('The latest progress, as a caller that waits would have been told')),
  result: orNull(runResult.describe('What cobre/run would have answered')),
  error: orNull(record(errorRecord.partial({ context: true, suggestion: true }).shape)),
  case_dir: z.string(),
});

export type TaskRecord = Readonly<z.output<typeof taskRecord>>;
