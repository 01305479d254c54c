import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { validate } from '../service/cases/validate.js';
import { caseDir, errorRecord } from './shared-fields.js';

export const validateTool = () =>
  operation({
    name: 'cobre/validate',
    title: 'Validate a case',
    description:
      'Checks a case directory in five layers (files, schemas, references, coverage, physics and settings) without running the solver. A case that is not valid is a normal answer with valid: false and every problem found, each with its file, entity and field and what to try.',
    effect: 'read',
    timeoutMs: 60_000,
    input: z.strictObject({ case_dir: caseDir }),
    output: {
      type: 'object',
      properties: {
        valid: { type: 'boolean' },
        errors: { type: 'array', items: { $ref: '#/$defs/ErrorRecord' } },
        warnings: { type: 'array', items: { $ref: '#/$defs/ErrorRecord' } },
        summary: {
          type: 'object',
          properties: {
            files_checked: { type: 'integer' },
            entities_validated: { type: 'integer' },
            layers_completed: { type: 'integer' },
            error_count: { type: 'integer' },
            warning_count: { type: 'integer' },
          },
          required: ['files_checked', 'entities_validated', 'layers_completed', 'error_count', 'warning_count'],
        },
      },
      required: ['valid', 'errors', 'warnings', 'summary'],
      $defs: { ErrorRecord: errorRecord },
    },
    run: ({ case_dir }, { files }) => validate(files, case_dir),
  });
