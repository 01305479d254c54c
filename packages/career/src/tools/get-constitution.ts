import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { RuleCard, rulebook } from '../validate/rulebook.js';

export const getConstitutionTool = (app: CareerApp) =>
  operation({
    name: 'get_constitution',
    title: 'The rules',
    description: 'Every rule with its id, version and severity: those reports are held against, and those of outreach.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ constitution_id: z.string(), constitution_version: z.string(), rules: z.array(RuleCard) }),
    run() {
      const { id, version } = app.constitution;
      return { constitution_id: id, constitution_version: version, rules: rulebook(app.constitution) };
    },
  });
