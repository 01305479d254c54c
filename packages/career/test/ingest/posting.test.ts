import { describe, expect, test } from 'vitest';
import { readPostings } from '../../src/ingest/posting/read-posting.js';
import { requirementsFrom } from '../../src/ingest/posting/requirements.js';

const posting = `Senior Platform Engineer — Northwind Rail

About us
We move four million people a day. We have been voted a great place to work.

What you'll do:
- Run our clusters
- Mentor colleagues

What we're looking for
• 5+ years of experience with Kubernetes in production
• C++ or Rust
• A driving licence (preferred)

Nice to have:
* Terraform
* Fluent German

Benefits
- 30 days of holiday
- Experience with a great coffee machine

We are an equal opportunity employer and decide without regard to religion.
`;

describe('requirements from a posting', () => {
  const found = requirementsFrom(posting);

  test('are what the sections about the candidate list, and nothing else', () => {
    expect(found.map((one) => [one.text, one.required])).toEqual([
      ['5+ years of experience with Kubernetes in production', true],
      ['C++ or Rust', true],
      ['A driving licence (preferred)', false],
      ['Terraform', false],
      ['Fluent German', false],
    ]);
  });

  test('carry the span they were read from', () => {
    for (const { text, span } of found) expect(posting.slice(...span)).toBe(text);
  });

  test('are found in running text without headings', () => {
    const text =
      'Our bakery opens at five. You must have experience with sourdough; a food hygiene certificate is a plus. We pay well.';
    expect(requirementsFrom(text).map((one) => [one.text, one.required])).toEqual([
      ['You must have experience with sourdough', true],
      ['a food hygiene certificate is a plus', false],
    ]);
  });

  test.each([
    ['an empty posting', ''],
    ['praise alone', 'We are a family business.\n\nBenefits:\n- Free fruit\n'],
    [
      'legal text alone',
      'Requirements:\nAll applicants are considered without regard to race, religion or veteran status.',
    ],
  ])('are none in %s', (_, text) => {
    expect(requirementsFrom(text)).toEqual([]);
  });

  test.each([
    ['Person specification', true],
    ['**Who you are**', true],
    ['## Minimum qualifications', true],
    ['DESIRABLE', false],
    ['Bonus points if you have:', false],
  ])('open with the heading "%s"', (heading, required) => {
    expect(requirementsFrom(`${heading}\n- Excel\n`)).toMatchObject([{ text: 'Excel', required }]);
  });
});

/** Expected pieces are the words of the sentence, cut by hand where a person would begin a new point. */
describe('rows of requirements in one sentence', () => {
  test.each([
    [
      'Se requiere formación en electricidad, cinco años de experiencia y carné de conducir B.',
      ['Se requiere formación en electricidad', 'cinco años de experiencia', 'carné de conducir B'],
    ],
    [
      'O candidato deve possuir licenciatura em Contabilidade ou Gestão, dois anos de experiência e bons conhecimentos de Excel.',
      [
        'deve possuir licenciatura em Contabilidade ou Gestão',
        'dois anos de experiência',
        'bons conhecimentos de Excel',
      ],
    ],
    [
      'Sie haben eine abgeschlossene Ausbildung als MFA, sind sicher in der Abrechnung und behalten auch im Stress den Überblick.',
      [
        'Sie haben eine abgeschlossene Ausbildung als MFA',
        'sind sicher in der Abrechnung',
        'behalten auch im Stress den Überblick',
      ],
    ],
    [
      'You must be a qualified solicitor, legal executive or licensed conveyancer.',
      ['You must be a qualified solicitor, legal executive or licensed conveyancer'],
    ],
    ['You must have experience with Python, Go and Rust.', ['You must have experience with Python, Go and Rust']],
    [
      'Buscamos una persona con entre tres y cinco años de ejercicio y dominio del inglés jurídico.',
      ['con entre tres y cinco años de ejercicio', 'dominio del inglés jurídico'],
    ],
  ])('%s', (sentence, pieces) => {
    expect(requirementsFrom(sentence).map(({ text }) => text)).toEqual(pieces);
  });

  test('are wished for to the end when they are at the beginning', () => {
    const found = requirementsFrom('Se requiere carné B. Se valorará inglés y experiencia en fotovoltaica.');
    expect(found.map(({ required }) => required)).toEqual([true, false, false]);
  });
});

test.each([
  'Sie brauchen einen Gesellenbrief. Einen Lkw-Führerschein brauchen Sie nicht.',
  'You must hold a CSCS card. A degree is not necessary.',
  'Es imprescindible el carné B. No hace falta vehículo propio.',
  'É obrigatória a carta de condução. Não é necessário residir em Aveiro.',
])('what is said not to be needed is no requirement: %s', (text) => {
  expect(requirementsFrom(text)).toHaveLength(1);
});

test('who is wanted, what they will do and what they get are no requirements', () => {
  const text = `We need a barista for mornings. You must have a food hygiene certificate. You will open the shop and order the milk.
A cottage goes with the job.`;
  expect(requirementsFrom(text).map((one) => one.text)).toEqual(['You must have a food hygiene certificate']);
});

test('fields of a JobPosting are read by what they mean', async () => {
  const posting = {
    '@type': 'JobPosting',
    title: { '@value': 'Scaffolder', '@language': 'en' },
    qualifications: 'CISRS Part 2 card. Two years on commercial sites.',
    physicalRequirement: 'Able to carry 25 kg up ladders',
    securityClearanceRequirement: 'Basic DBS check',
    eligibilityToWorkRequirement: 'Right to work in the UK',
    experienceRequirements: { description: 'A year as a labourer', monthsOfExperience: 12 },
    responsibilities: 'Erect scaffolds; load lorries',
    jobBenefits: 'Pension',
  };
  const [read] = await readPostings({ content: JSON.stringify(posting) });
  expect(read?.requirements.map(({ text }) => text)).toEqual([
    'CISRS Part 2 card',
    'Two years on commercial sites',
    'A year as a labourer',
    'Able to carry 25 kg up ladders',
    'Basic DBS check',
    'Right to work in the UK',
  ]);
});

test.each([
  [
    'Pay is £29.50 an hour. Text your name before 12 December 2026, or apply by 14 December 2026.',
    '£29.50 an hour',
    '14 December 2026',
  ],
  [
    'Gehalt von 41.000 bis 46.000 Euro im Jahr. Ihre Bewerbung nimmt Frau Hägele bis 10. Januar 2027 entgegen.',
    '41.000 bis 46.000 Euro im Jahr',
    '10. Januar 2027',
  ],
  ['Ofrecemos 1.900 euros. La oferta se cierra el 22 de diciembre de 2026.', '1.900 euros', '22 de diciembre de 2026'],
  [
    'Oferecemos R$ 9 mil a R$ 12 mil. Candidaturas até 8 de janeiro de 2027.',
    'R$ 9 mil a R$ 12 mil',
    '8 de janeiro de 2027',
  ],
  // A day without its year is still what the posting says; one with its year goes first.
  ['Bewerbungen bis 31. Januar an Frau Hägele.', undefined, '31. Januar'],
  ['Ring by 4 January. Apply no later than 5 January 2027.', undefined, '5 January 2027'],
  ['You will have run budgets of £20,000. We raised $4,000 for charity.', undefined, undefined],
])('pay and deadline are read from sentences: %s', async (text, pay, deadline) => {
  const [read] = await readPostings({ content: text });
  expect([read?.facts.pay, read?.facts.deadline]).toEqual([pay, deadline]);
});

test('what an employer says of itself is no wish, whatever it finds nice', async () => {
  const [read] = await readPostings({ content: 'Friendly Place\n\nWe are nice people and have a table football.\n' });
  expect(read?.requirements).toEqual([]);
});

test.each([
  ['nothing', 'posting.txt', '', 'EXTRACTION_EMPTY'],
  ['blanks and signs that nobody sees', 'posting.txt', ' \n\u200B\u202E\n', 'EXTRACTION_EMPTY'],
  ['an empty page', 'posting.html', '<html><body><script>fill()</script></body></html>', 'EXTRACTION_EMPTY'],
  ['a JSON that was cut off', 'posting.json', '{"@type":"JobPosting","title":"Chef"', 'UNSUPPORTED'],
  ['a file of a program', 'posting.doc', 'PK\u0003\u0004\u0000\u0000word', 'UNSUPPORTED'],
])('%s is refused as a posting', async (_, name, content, kind) => {
  await expect(readPostings({ name, content })).rejects.toMatchObject({ kind });
});
