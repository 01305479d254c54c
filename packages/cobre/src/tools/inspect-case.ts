import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { entityKinds } from '../service/cases/entity-lists.js';
import { inspectCase } from '../service/cases/inspect-case.js';
import { caseDir } from './shared-fields.js';

export const inspectCaseTool = () =>
  operation({
    name: 'cobre/inspect-case',
    title: 'Inspect a case',
    description:
      'What a case consists of: its config.json, how many plants, buses, lines and stages it has, where its scenarios come from and which input files are there. It does not validate; cobre/validate does.',
    effect: 'read',
    timeoutMs: 10_000,
    input: z.strictObject({ case_dir: caseDir }),
    output: {
      type: 'object',
      properties: {
        config: { type: 'object', description: 'Parsed config.json contents' },
        entities: {
          type: 'object',
          properties: Object.fromEntries(entityKinds.map((kind) => [kind, { type: 'integer' as const }])),
          required: ['hydros', 'thermals', 'buses', 'lines'],
        },
        stages: { type: 'integer' },
        scenario_source: {
          type: 'string',
          enum: ['par', 'external'],
          description: 'Whether scenarios are generated from PAR model or loaded from external file',
        },
        files_present: {
          type: 'array',
          items: { type: 'string' },
          description: 'List of input files found in the case directory',
        },
      },
      required: ['config', 'entities', 'stages'],
    },
    run: ({ case_dir }, { files }) => inspectCase(files, case_dir),
  });
