/** Ten thousand claims and two hundred requirements, the same in every process. */
import type { ExperienceAtom } from '../src/domain/atom.js';
import type { Opportunity } from '../src/domain/opportunity.js';

const atomCount = 10_000;
export const requirementCount = 200;

const verbs = ['Ran', 'Built', 'Led', 'Repaired', 'Taught', 'Audited', 'Designed', 'Sold', 'Planned', 'Tested'];
const things = [
  'Kubernetes clusters',
  'invoices in SAP',
  'a surgical ward',
  'forklift routes',
  'React pages',
  'steel frames',
];
const places = [
  'for a bank',
  'in two hospitals',
  'across three sites',
  'with a team of nine',
  'at night',
  'for six years',
];

function pick<Item>(items: readonly Item[], n: number): Item {
  return items[n % items.length] as Item;
}

export function study(): { atoms: ExperienceAtom[]; opportunity: Opportunity } {
  const atoms = Array.from({ length: atomCount }, (_, n) => ({
    atom_id: `a${n}`,
    domain: '',
    title: pick(['Engineer', 'Nurse', 'Clerk', 'Driver', 'Teacher'], n),
    claim: `${pick(verbs, n)} ${pick(things, n * 7)} ${pick(places, n * 3)}, project ${n.toString(36)}`,
    tags: [],
    verified: true,
    evidence_refs: [],
  }));
  const requirements = Array.from({ length: requirementCount }, (_, n) => ({
    text: `Experience with ${pick(things, n)} ${pick(places, n * 5)} number ${n.toString(36)}`,
    tags: [],
    required: n % 3 !== 0,
  }));
  return { atoms, opportunity: { opportunity_id: 'o', company: 'c', role_title: 'r', source: 'bench', requirements } };
}
