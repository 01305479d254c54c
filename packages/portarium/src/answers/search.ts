/** What a search of the whole workspace finds. */
import * as z from 'zod';
import { type Said, time } from './said.js';

export const foundKinds = ['approval', 'run', 'workflow', 'agent', 'work-item'] as const;

export const Found = z.looseObject({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string().describe('What people call it'),
  detail: z.string().describe('What tells it from others of the same name'),
  atIso: time.optional(),
});
export type Found = Said<z.output<typeof Found>>;
