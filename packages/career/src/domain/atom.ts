import * as z from 'zod';
import { Period } from './period.js';
import { lowerAscii, normalizeTags, trimBlank } from './text.js';

/** One thing a person has done, small enough to be verified on its own. */
export const ExperienceAtom = z.object({
  atom_id: z.string().min(1).describe('Identifier of the atom'),
  domain: z.string().default('').describe('Field of work, lower case'),
  title: z.string().default('').describe('Role or heading the claim belongs to'),
  claim: z.string().min(1).describe('What was done, in one sentence'),
  tags: z.array(z.string()).default([]).describe('Normalised tags'),
  verified: z.boolean().default(false).describe('Whether a person confirmed the claim'),
  evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
  period: Period.optional().describe('When the role was held; years of experience are counted from it'),
});
export type ExperienceAtom = Readonly<z.infer<typeof ExperienceAtom>>;

export function normalizeAtom(atom: ExperienceAtom): ExperienceAtom {
  return {
    atom_id: trimBlank(atom.atom_id),
    domain: lowerAscii(trimBlank(atom.domain)),
    title: trimBlank(atom.title),
    claim: trimBlank(atom.claim),
    tags: normalizeTags(atom.tags),
    verified: atom.verified,
    evidence_refs: atom.evidence_refs.map(trimBlank).filter((ref) => ref !== ''),
    ...(atom.period === undefined ? {} : { period: atom.period }),
  };
}
