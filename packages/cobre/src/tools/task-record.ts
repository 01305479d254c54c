import { runResult } from './run-result.js';
import { errorRecord } from './shared-fields.js';

/** What both task tools answer. */
export const taskRecord = {
  type: 'object',
  properties: {
    task_id: { type: 'string' },
    status: {
      type: 'string',
      enum: ['running', 'completed', 'partial', 'failed', 'interrupted'],
      description: 'partial: stopped on request, with a checkpoint; interrupted: its server ended before it did',
    },
    case_dir: { type: 'string' },
    output_dir: { type: 'string' },
    started_at: { type: 'string' },
    updated_at: { type: 'string' },
    progress: {
      type: ['object', 'null'],
      description: 'The latest progress, as a caller that waits would have been told',
      properties: {
        progress: { type: 'number' },
        total: { type: 'number' },
        message: { type: 'string' },
        metadata: { type: 'object' },
      },
    },
    result: { ...runResult, type: ['object', 'null'], description: 'What cobre/run would have answered' },
    error: { ...errorRecord, type: ['object', 'null'], required: ['kind', 'message'] },
  },
  required: ['task_id', 'status', 'output_dir', 'started_at', 'updated_at', 'progress', 'result', 'error'],
} as const;
