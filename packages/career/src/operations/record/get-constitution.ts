import * as z from 'zod';
import { RuleCard, rulebook } from '../../validate/rulebook.js';
import { operation } from '../operation.js';

export const getConstitutionOperation = operation({
  name: 'get_constitution',
  title: 'The rules',
  description: 'Every rule with its id, version and severity: those reports are held against, and those of outreach.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ constitution_id: z.string(), constitution_version: z.string(), rules: z.array(RuleCard) }),
  run(_, { app }) {
    const { id, version } = app.constitution;
    return { constitution_id: id, constitution_version: version, rules: rulebook(app.constitution) };
  },
});
