import * as z from 'zod';
import { Period } from './period.js';
import { Role } from './role.js';
import { lowerAscii, normalizeTags, trimBlank } from './text.js';

/** What a claim tells of, and so where it stands in a resume. */
export const claimKinds = [
  'summary',
  'work',
  'project',
  'volunteering',
  'education',
  'certificate',
  'skill',
  'language',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** Whoever brings in claims without naming a person means this one. */
export const ownProfile = 'me';

/** Where a claim was read: characters of the resume's Markdown. */
const ClaimSource = z.object({
  resume_id: z.string().min(1),
  span: z
    .tuple([z.int().min(0), z.int().min(0)])
    .describe('Characters of the canonical Markdown, the end not included'),
});

/** One thing a person has done, small enough to be verified on its own. */
export const ExperienceAtom = z.object({
  atom_id: z.string().min(1).describe('Identifier of the atom'),
  domain: z.string().default('').describe('Field of work, lower case'),
  title: z.string().default('').describe('Role or heading the claim belongs to'),
  claim: z.string().min(1).describe('What was done, in one sentence'),
  tags: z.array(z.string()).default([]).describe('Normalised tags'),
  verified: z.boolean().default(false).describe('Whether a person confirmed the claim'),
  evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
  period: Period.optional().describe(
    'When it was, for claims without a role; those of a role count by the dates of it',
  ),
  profile_id: z.string().min(1).optional().describe(`Whose claim it is; "${ownProfile}" when left out`),
  kind: z.enum(claimKinds).optional().describe('What the claim tells of'),
  role: Role.optional().describe('Job, study or project it belongs to, with dates'),
  source: ClaimSource.optional().describe('Where it was read'),
});
export type ExperienceAtom = Readonly<z.infer<typeof ExperienceAtom>>;

/** What is not said is left out, so that atoms from before these fields keep their hashes. */
export function normalizeAtom(atom: ExperienceAtom): ExperienceAtom {
  const { profile_id, kind, role, source } = atom;
  return {
    atom_id: trimBlank(atom.atom_id),
    domain: lowerAscii(trimBlank(atom.domain)),
    title: trimBlank(atom.title),
    claim: trimBlank(atom.claim),
    tags: normalizeTags(atom.tags),
    verified: atom.verified,
    evidence_refs: atom.evidence_refs.map(trimBlank).filter((ref) => ref !== ''),
    ...(atom.period === undefined ? {} : { period: atom.period }),
    ...(profile_id === undefined || profile_id === ownProfile ? {} : { profile_id }),
    ...(kind === undefined ? {} : { kind }),
    ...(role === undefined ? {} : { role }),
    ...(source === undefined ? {} : { source }),
  };
}
