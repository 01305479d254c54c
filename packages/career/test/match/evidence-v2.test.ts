import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strategyNamed } from '../../src/app/strategies.js';
import type { ExperienceAtom } from '../../src/domain/atom.js';
import { pairs } from './pairs.js';

const strategy = strategyNamed('evidence_v2');

function atomsOf(claims: readonly (string | Partial<ExperienceAtom>)[]): ExperienceAtom[] {
  return claims.map((given, n) => ({
    atom_id: `a${n}`,
    domain: '',
    title: '',
    claim: '',
    tags: [],
    verified: true,
    evidence_refs: [],
    ...(typeof given === 'string' ? { claim: given } : given),
  }));
}

function match(text: string, claims: readonly (string | Partial<ExperienceAtom>)[], roleTitle = 'Job') {
  const requirements = [{ text, tags: [], required: true }];
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: roleTitle, source: 's', requirements };
  return strategy?.match({ opportunity, atoms: atomsOf(claims), kLex: 25, kEmb: 25 }, () => []).requirement_matches[0];
}

const verdict = (text: string, ...claims: (string | Partial<ExperienceAtom>)[]) =>
  match(text, claims)?.explanation?.verdict;

describe('what a text denies or only wishes for is no evidence', () => {
  test.each([
    ['Kubernetes', 'Never used Kubernetes'],
    ['SAP', 'Keine Erfahrung mit SAP'],
    ['Java', 'Não tenho experiência com Java'],
    ['Java', 'Nunca he trabajado con Java'],
    ['Rust', 'I want to learn Rust'],
    ['Docker', 'Quiero aprender Docker'],
    ['Python', 'Currently learning Python'],
    ['No Python required', 'Expert in Python'],
    ['Berufserfahrung ist nicht erforderlich', 'Zehn Jahre Berufserfahrung'],
    ['Staplerschein', 'Staplerschein: noch nicht gemacht'],
    ['Revit', 'Gostava de aprender Revit'],
    ['Non-medical prescriber', 'I have applied for the non-medical prescribing course'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).not.toBe('met');
  });

  test('the rest of the sentence is', () => {
    expect(verdict('Azure', 'No experience with AWS but strong Azure')).toBe('met');
    expect(verdict('AWS', 'No experience with AWS but strong Azure')).not.toBe('met');
  });
});

describe('words that only look alike are no evidence', () => {
  test.each([
    ['Maintenance', 'Held church services every Sunday'],
    ['Recruitment', 'Hired a car for the trip'],
    ['R', 'Worked in R&D of a paint factory'],
    ['Go', 'Liked to go abroad every summer'],
    ['Excel', 'Excel at customer service'],
    ['Java', 'Wrote JavaScript for a shop'],
    ['JavaScript', 'Wrote Java for a bank'],
    ['C', 'Wrote C++ for engines'],
    ['C++', 'Wrote C# for a bank'],
    ['C#', 'Programmed in C for ten years'],
    ['Docker', 'Worked as a docker in the port of Liverpool'],
    ['Spanish', 'Cooked Spanish tapas'],
    ['Engineering', 'Cleaned engines of boats'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).not.toBe('met');
  });
});

describe('siblings are related: partly, and never the same', () => {
  test.each([
    ['Tableau', 'Power BI'],
    ['PRINCE2', 'PMP'],
    ['ISO 27001', 'SOC 2'],
    ['AWS', 'Azure'],
    ['React', 'Vue.js'],
    ['QuickBooks', 'Xero'],
    ['TIG welding', 'MIG welding'],
  ])('%s and %s', (one, other) => {
    expect(verdict(one, other)).toBe('partly');
    expect(verdict(other, one)).toBe('partly');
    expect(verdict(`${one} or ${other}`, one)).toBe('met');
    expect(verdict(`${one} and ${other}`, one)).toBe('partly');
  });
});

describe('what is asked for is held against what is shown', () => {
  const nurse = (from: string, to: string) => ({ title: 'Nurse', claim: 'Cared for patients', role: { from, to } });

  test('years are counted from dated roles, overlaps once', () => {
    // March 2015 to February 2018 and January 2017 to February 2020 are five years together, not six.
    const roles = [nurse('2015-03', '2018-02'), nurse('2017-01', '2020-02')];
    expect(verdict('5 years of nursing', ...roles)).toBe('met');
    expect(verdict('6 years of nursing', ...roles)).toBe('partly');
    expect(verdict('Mindestens fünf Jahre Erfahrung in der Pflege', ...roles)).toBe('met');
  });

  test('years without a name are years in the job that is advertised', () => {
    const roles = [nurse('2015-03', '2020-02')];
    expect(match('At least three years of experience', roles, 'Staff Nurse')?.matched).toBe(true);
    expect(match('At least three years of experience', roles, 'Welder')?.matched).toBe(false);
  });

  test('evidence is united over claims, and each part names its claim', () => {
    const found = match('Java and Kafka', ['Wrote Java for a bank', 'Introduced Apache Kafka']);
    expect(found?.explanation?.evidence.map((one) => one.atom_id)).toEqual(['a0', 'a1']);
    expect(found?.matched).toBe(true);
  });

  test.each([
    ['Fluent German', 'German (C1)', 'met'],
    ['Fluent German', 'German (B1)', 'partly'],
    ['Verhandlungssicheres Englisch', 'English: native speaker', 'met'],
    ['Inglês avançado', 'Inglés, nivel B1', 'partly'],
    ['Driving licence category B', 'Führerschein Klasse CE', 'met'],
    ['Führerschein Klasse C', 'Driving licence category B', 'missing'],
    ["Bachelor's degree in computer science", 'M.Sc. Informatik, TU München', 'met'],
    ["Master's degree in computer science", 'BSc Computer Science', 'partly'],
    ['Forklift licence', 'Staplerschein', 'met'],
    ['Forklift licence', 'Moved pallets by forklift', 'partly'],
    ['Right to work in the UK', 'British citizen', 'met'],
    ['Krankenschwester', 'Registered nurse', 'met'],
    ['Experiencia en soldadura', 'Welded steel frames', 'met'],
    ['Advanced Excel', 'Basic Excel', 'partly'],
  ])('%s: %s is %s', (requirement, claim, expected) => {
    expect(verdict(requirement, claim)).toBe(expected);
  });

  test('the verdict points at the words of both texts', () => {
    const [text, claim] = ['Experience with relational databases', 'Tuned PostgreSQL for a shop'];
    const [evidence] = match(text, [claim])?.explanation?.evidence ?? [];
    expect(text.slice(...(evidence?.requirement_span ?? [0, 0]))).toBe('relational databases');
    expect(claim.slice(...(evidence?.atom_span ?? [0, 0]))).toBe('PostgreSQL');
  });
});

describe('a requirement in the very words of a claim', () => {
  test('is met whatever it says, alone or among other claims', () => {
    const words = fc.array(fc.constantFrom(...pairs.flatMap((pair) => pair.claim.split(' ')), 'never', 'no', 'kein'), {
      minLength: 1,
      maxLength: 9,
    });
    const sentence = words.map((some) => some.join(' '));
    const anything = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.oneof(sentence, anything), (text) => {
        expect(match(text, ['Baked bread', text])?.explanation?.verdict).toBe('met');
      }),
      { numRuns: 300 },
    );
  });
});

test('claims in any order give the same report', () => {
  const claims = atomsOf(pairs.slice(0, 60).map((pair) => pair.claim));
  const requirements = pairs.slice(0, 60).map((pair) => ({ text: pair.requirement, tags: [], required: true }));
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Cook', source: 's', requirements };
  const report = (atoms: ExperienceAtom[]) => strategy?.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []);
  expect(report([...claims].reverse())).toEqual(report(claims));
});

test.each([
  ['Based in Berlin', 'Lives in Berlin since 2015', 'met'],
  ['Based in Berlin', 'Lives in Madrid', 'missing'],
  ['Based in Berlin', 'Willing to relocate', 'met'],
  ['Salary up to 45,000 EUR', 'Salary expectation: at least 60,000 EUR', 'missing'],
  ['Salary up to 65,000 EUR', 'Salary expectation: at least 60,000 EUR', 'met'],
])('place and pay are gates: %s, %s is %s', (requirement, claim, expected) => {
  expect(verdict(requirement, claim)).toBe(expected);
});

describe('what is under way is shown in part', () => {
  test.each([
    ['Pós-graduação em Gestão de Pessoas', 'Pós-graduação em Gestão de Pessoas – em andamento'],
    ['Abgeschlossene Weiterbildung Manuelle Therapie', 'Manuelle Therapie: Weiterbildung läuft, Abschluss 2027'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).toBe('partly');
  });

  test('unless somebody asks for those who are on the way', () => {
    expect(verdict('Cursando Ciências Contábeis', 'Graduação em Ciências Contábeis – em andamento')).not.toBe(
      'missing',
    );
  });
});

describe('names that look alike are told apart, and forms of one name are one', () => {
  test.each([
    ['Driver CPC', 'CPCS A40 Slinger/Signaller', false],
    ['Heilpraktiker:in für Physiotherapie', 'Physiotherapeutin in einer Klinik', false],
    ['Máster en Ingeniería Informática', 'Grado Ingeniería Informática, Universidad de Deusto (2019)', false],
    ['Radio presenter', 'Crane Operator, May 2019 - present, radio work', false],
    ['Kranschein', 'Brückenkranschein', true],
    ['ILS certificate', 'Immediate Life Support, 2025', true],
    ['Experience on luffing jibs', 'Luffing jib on two sites', true],
    ['Category C+E licence', 'Category C+E', true],
    ['Inglés B2 para hablar con el equipo de Lisboa', 'Inglés (B2)', true],
  ])('%s: %s', (requirement, claim, met) => {
    expect(verdict(requirement, { claim, kind: 'certificate' }) === 'met').toBe(met);
  });
});
