import * as z from 'zod';
import { caseSummary, inspectCase as inspect } from '../service/cases/inspect-case.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

export const inspectCase = operation({
  name: 'cobre/inspect-case',
  title: 'Inspect a case',
  description:
    'What a case consists of: its config.json, how many plants, buses, lines and stages it has, where its scenarios come from, which input files are there, in which form it is written (that of release 0.5.1 or the current one) and what of that form it uses: unit groups, travel times, anticipated thermals, nodes of the policy graph, parameters. It does not validate; cobre/validate does.',
  effect: 'read',
  narrower: 'read one file of the case by its resource.',
  timeoutMs: 10_000,
  input: z.strictObject({ case_dir: caseDir }),
  output: caseSummary,
  run: ({ case_dir }, { files }) => inspect(files, case_dir),
});
