/** Verdicts that were wrong on resumes nobody had tuned on (the eighth labelled batch), by cause. */
import { describe, expect, test } from 'vitest';
import { strategyNamed } from '../../src/app/strategies.js';
import type { ExperienceAtom } from '../../src/domain/atom.js';

type Given = string | Partial<ExperienceAtom>;

function atomOf(given: Given, n: number): ExperienceAtom {
  const plain = { atom_id: `a${n}`, domain: '', title: '', claim: '', tags: [], verified: true, evidence_refs: [] };
  return { ...plain, ...(typeof given === 'string' ? { claim: given } : given) };
}

function verdict(text: string, ...claims: Given[]): string | undefined {
  const opportunity = {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'Job',
    source: 's',
    requirements: [{ text, tags: [], required: true }],
  };
  const report = strategyNamed('evidence_v2')?.match(
    { opportunity, atoms: claims.map(atomOf), kLex: 25, kEmb: 25 },
    () => [],
  );
  return report?.requirement_matches[0]?.explanation?.verdict;
}

describe('a claim with a reservation is not met', () => {
  test.each([
    ['Odoo', 'De Odoo solo he visto una demo'],
    ['Linux', 'Linux nur privat auf dem Raspberry Pi'],
    ['Alemán', 'Idiomas: inglés B2, alemán ninguno'],
    ['Google Ads', 'Google Ads will ich 2027 lernen'],
    ['DATEV Anwalt', 'Mit Datev Anwalt bisher keine Berührung'],
    ['Coctelería', 'Coctelería no es lo mío'],
    ['IOSH Managing Safely', 'IOSH Managing Safely is on my wish list'],
    ['Java', 'Java na faculdade, nada profissional'],
    ['HubSpot', 'HubSpot: Testzugang'],
    ['Técnico Superior en Automoción', 'Grado Superior de Automoción: me faltan dos módulos'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).not.toBe('met');
  });

  test('and what stands beside it in the list is', () => {
    expect(verdict('Inglés B2', 'Idiomas: inglés B2, alemán ninguno')).toBe('met');
    expect(verdict('RIB iTWO', 'Programme: RIB iTWO, AutoCAD nur zum Lesen')).toBe('met');
  });

  test('what has a year to come is not had yet; what is valid until then is', () => {
    const job = { kind: 'work', role: { title: 'Nurse', from: '2020', to: '2026-11', current: true } } as const;
    const held = { ...job, claim: 'Ward rounds' };
    expect(verdict('Prescribing course', { kind: 'certificate', claim: 'Prescribing course, March 2027' }, held)).toBe(
      'partly',
    );
    expect(verdict('Driver CPC', { kind: 'certificate', claim: 'Driver CPC, valid to 2029' }, held)).toBe('met');
  });
});

describe('what only looks like a denial denies nothing', () => {
  test.each([
    ['Registro ativo no CRQ', 'Registro no CRQ'],
    ['Experience of regulatory reporting to the FCA', 'Monthly regulatory reporting to the FCA'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).toBe('met');
  });
});

describe('levels', () => {
  test.each([
    ['Excel avanzado', 'Excel medio', 'partly'],
    ['Strong SQL skills', 'A little SQL', 'partly'],
    ['Tiefgehende Kenntnisse in TensorFlow', 'TensorFlow: Einsteiger', 'partly'],
    ['Knowledge of SQL', 'A little SQL', 'met'],
  ])('%s: %s is %s', (requirement, claim, expected) => {
    expect(verdict(requirement, claim)).toBe(expected);
  });
});

describe('products of one kind are related and never the same', () => {
  test.each([
    ['memoQ', 'SDL Trados Studio', 'partly'],
    ['Grafana', 'Prometheus', 'partly'],
    ['Monitoring tools', 'Grafana', 'met'],
    ['Airflow or something similar', 'Scheduled jobs with Prefect', 'met'],
    ['Tower cranes', 'Mobile cranes', 'partly'],
  ])('%s: %s is %s', (requirement, claim, expected) => {
    expect(verdict(requirement, claim)).toBe(expected);
  });
});

describe('words are one in every form', () => {
  test.each([
    ['Erstellung von Angeboten', 'Angebotserstellung in SAP'],
    ['Fristenmanagement', 'Fristenkontrolle'],
    ['Samstagsarbeit', 'Samstags arbeiten ist normal'],
    ['Identidades visuais', 'Identidade visual para 30 marcas'],
    ['Familienrecht', 'Kanzlei für Familien- und Erbrecht'],
    ['Niederländische Sprachkenntnisse', 'Niederländisch B2'],
    ['Vivência com CIPA', 'Secretária da CIPA'],
    ['Planned preventive maintenance', 'PPM on chillers'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, claim)).toBe('met');
  });

  test('but who is something is more than what it is about', () => {
    expect(verdict('Ortopedista', 'Instrumentista em ortopedia')).not.toBe('met');
  });
});

test('a paper is shown in one claim', () => {
  const claims = ['CPCS A40 slinger ticket', 'Worked beside mobile cranes'];
  expect(verdict('CPCS A60 mobile crane ticket', ...claims)).not.toBe('met');
});

test('who asks for experience is not shown it by what was studied', () => {
  const studied = { kind: 'education', claim: 'Kauffrau im Groß- und Außenhandel' } as const;
  const work = { kind: 'work', claim: 'Kassenabschluss' } as const;
  expect(verdict('Erfahrung im Außenhandel', studied, work)).toBe('partly');
});

test('the verdict does not depend on how the ids of claims were drawn', () => {
  const shown = { kind: 'skill', claim: 'Lagerlogistik: drittes Lehrjahr nicht gemacht' } as const;
  const other = { kind: 'work', claim: 'Fachlagerist im Wareneingang' } as const;
  const asked = 'Fachkraft für Lagerlogistik';
  const one = verdict(asked, { ...shown, atom_id: 'a' }, { ...other, atom_id: 'b' });
  expect(verdict(asked, { ...shown, atom_id: 'b' }, { ...other, atom_id: 'a' })).toBe(one);
});
