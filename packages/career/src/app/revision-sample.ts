/** A posting, claims and a person that touch every part of a strategy. Never change them: revisions are told by them. */
import { type ExperienceAtom, normalizeAtom } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import type { PersonFacts } from '../domain/work-wishes.js';

const asked = [
  'Kubernetes',
  'container orchestration',
  '5+ years of experience with Python',
  'Terraform or Pulumi',
  'Tableau and SQL',
  'Fluent German (C1)',
  'Gute Deutschkenntnisse',
  'Experience with Excel, Word and PowerPoint',
  'PMP certification',
  'ISO 27001',
  "Bachelor's degree in computer science",
  'Abgeschlossenes Studium der Informatik',
  'Driving licence class B',
  'Right to work in the UK',
  'No Java required',
  'Knowledge of R&D processes',
  'Go',
  'Recruiting',
  'Mantenimiento de maquinaria',
  'Experiencia en contabilidad',
  'Conhecimentos de soldadura',
  'Team leadership',
  'Willingness to travel',
  'Registered nurse with three years in intensive care',
  'Excellent communication skills',
  'Immigration law',
  'Machine learning in production',
  'Customer service',
] as const;

const work = { title: 'Platform Engineer', employer: 'Northwind', from: '2015-01', to: '2021-12' } as const;
const care = { title: 'Nurse', employer: 'Town Hospital', from: '2010-03', to: '2012-02' } as const;

const said: readonly (readonly [ExperienceAtom['kind'], string, ExperienceAtom['role']?])[] = [
  ['work', 'Ran 40 Kubernetes clusters for three banks', work],
  ['work', 'Wrote services in Python', work],
  ['work', 'Wrote Terraform modules for AWS', work],
  ['work', 'Built dashboards in Power BI', work],
  ['work', 'Led a team of six engineers', work],
  ['work', 'Audited suppliers for SOC 2', work],
  ['work', 'Cared for patients in intensive care', care],
  ['skill', 'Basic Excel'],
  ['skill', 'Never used Java'],
  ['skill', 'Want to learn Go'],
  ['skill', 'R'],
  ['skill', 'Hired a car every week'],
  ['skill', 'Maintained machines'],
  ['skill', 'Schweißen (MIG/MAG)'],
  ['skill', 'Contabilidad'],
  ['certificate', 'PRINCE2 Practitioner, 2019'],
  ['education', 'MSc Computer Science, University of St. Gallen, 2014'],
  ['language', 'German (B2)'],
  ['language', 'English (native)'],
  ['skill', 'Führerschein Klasse B'],
];

export const sampleClaims: readonly ExperienceAtom[] = said.map(([kind, claim, role], at) =>
  normalizeAtom({
    atom_id: `sample-${at}`,
    domain: '',
    title: '',
    claim,
    tags: [],
    verified: true,
    evidence_refs: [],
    kind,
    role,
  }),
);

export const samplePosting: Opportunity = {
  opportunity_id: 'sample',
  company: 'Sample',
  role_title: 'Site Reliability Engineer',
  requirements: asked.map((text, at) => ({ text, tags: [], required: at % 4 !== 3 })),
  source: 'sample',
  location: 'Leeds, United Kingdom (remote possible)',
  pay: '£50,000 - £60,000 per year',
};

export const samplePerson: PersonFacts = { places: ['Leeds'], least_pay: '55000 GBP year', work_rights: ['EU'] };
