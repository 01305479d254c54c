import { addAtom, addContact, addPosting, type CareerApp, createInteraction } from '@quadrivium/career/server';

const actor = { kind: 'system', id: 'demo' } as const;

const atoms = [
  { title: 'Grid analyst', claim: 'Planned reservoir operation for six hydro plants with Python', verified: true },
  { title: 'Grid analyst', claim: 'Built dashboards of spot prices in Power BI', verified: true },
  { title: 'Data engineer', claim: 'Moved nightly ETL jobs to Airflow', verified: true },
  { title: 'Team lead', claim: 'Led a team of five analysts', verified: false },
];

const posting = `Energy planning engineer

What we're looking for
- Python
- Experience with hydropower or reservoir operation
- Data pipelines
- People management

Nice to have
- Fluent Portuguese

Benefits
- A river view
`;

/** A person, a posting and one outreach, so that every page has something to show. All of it is invented. */
export async function seedCareer(app: CareerApp): Promise<void> {
  for (const [n, atom] of atoms.entries()) addAtom(app, { atom_id: `demo-atom-${n + 1}`, ...atom }, actor);
  const place = { company: 'Upstream Power', roleTitle: 'Energy planning engineer', opportunityId: 'demo-opportunity' };
  addPosting(app, { text: posting, ...place }, actor);
  const contact = {
    contact_id: 'demo-contact',
    name: 'Iris Example',
    org: 'Upstream Power',
    identity_keys: [],
    relationship_state: 'recruiter',
  } as const;
  await addContact(app, { ...contact, identity_keys: [] }, actor);
  await createInteraction(app, {
    contactId: 'demo-contact',
    opportunityId: 'demo-opportunity',
    idempotencyKey: 'demo',
    actor,
  });
}
