import { postings, resume } from './career-texts.js';
import { throughFrontDoor, type Visitor } from './front-door.js';

interface Proposed {
  readonly atom_id: string;
  readonly claim: string;
}

/**
 * A resume, three postings, a match with its decision and one outreach, so that every page has something to show. All of it
 * is invented. Each step may be repeated, because a start may be killed in the middle.
 */
export async function seedCareer(administrator: Visitor): Promise<void> {
  await throughFrontDoor(administrator, 'career', async (call) => {
    const { resume_id } = await call('ingest_resume', { content: resume, name: 'resume.md' });
    const { atoms } = (await call('propose_atoms', { resume_id })) as { atoms: Proposed[] };
    // One claim stays a proposal: matching must not see it.
    const vouchedFor = atoms.filter(({ claim }) => !claim.includes('team of five'));
    for (const { atom_id } of vouchedFor) await call('verify_atom', { atom_id, evidence_refs: ['demo: invented'] });
    for (const posting of postings) await call('add_opportunity', { ...posting, source: 'posting' });
    await call('match_opportunity', { opportunity_id: 'demo-opportunity', strategy: 'evidence_v2', resume_id });
    await call('add_contact', {
      contact_id: 'demo-contact',
      name: 'Iris Example',
      org: 'Upstream Power',
      relationship_state: 'recruiter',
    });
    const about = { contact_id: 'demo-contact', opportunity_id: 'demo-opportunity' };
    const { interaction } = await call('create_interaction', { ...about, idempotency_key: 'demo' });
    const { interaction_id } = interaction as { interaction_id: string };
    await call('interaction_apply_event', { interaction_id, event: 'Prepare', idempotency_key: 'demo-prepare' });
  });
}
