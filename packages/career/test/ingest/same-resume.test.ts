import { expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import type { ExperienceAtom } from '../../src/domain/atom.js';
import { type Answer, careerClient } from '../server/career-client.js';
import { sameResume } from './same-resume.js';

const asked = [
  'Kubernetes',
  'Terraform and AWS',
  'Python',
  'PostgreSQL',
  'Degree in computer science',
  'German',
  'PRINCE2',
  'Experience as a surgeon',
];

/** What is claimed and what comes of it, from one file of the resume. */
async function fromFile(name: string) {
  const career = await careerClient();
  const content = Buffer.from((await sameResume[name]?.()) ?? []).toString('base64');
  const { resume_id } = await career.call('ingest_resume', { content, encoding: 'base64', name });
  const { atoms } = (await career.call('propose_atoms', { resume_id })) as { atoms: ExperienceAtom[] };
  await career.call('verify_atoms', { atom_ids: atoms.map((atom) => atom.atom_id) });
  const posting = { company: 'Acme', role_title: 'Engineer', requirements: asked, opportunity_id: 'opp' };
  await career.call('add_opportunity', posting);
  const { match_report } = (await career.call('explain_match', { opportunity_id: 'opp' })) as {
    match_report: { requirement_matches: Answer[] };
  };
  await career.close();
  return {
    claims: atoms
      .filter((atom) => !/\(\w*\s?\d{4}(?:-\d\d)? – /.test(atom.claim))
      .map((atom) => atom.claim)
      .sort(),
    roles: [...new Set(atoms.map(({ role, period, kind }) => JSON.stringify([kind, role, period])))].sort(),
    verdicts: match_report.requirement_matches.map(({ matched }) => matched),
  };
}

const others = Object.keys(sameResume).filter((name) => name !== 'ada.md');
test.each(sampled('forms of one resume', others, 2))(
  '%s says the same as the Markdown: claims, roles with dates, verdicts',
  async (name) => {
    const [expected, found] = [await fromFile('ada.md'), await fromFile(name)];
    expect(found).toEqual(expected);
    expect(found.verdicts.slice(0, 4)).toEqual([true, true, true, true]);
    expect(found.verdicts.at(-1)).toBe(false);
    expect(found.claims).toHaveLength(13);
  },
);
