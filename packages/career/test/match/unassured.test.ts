/**
 * Remarks that take something back in no word that a list holds: written for the classes that the sixteenth labelled batch and the
 * blind verdicts of four batches showed (19 November 2026), in other words than theirs.
 */
import { describe, expect, test } from 'vitest';
import { strategyNamed } from '../../src/app/strategies.js';
import type { ExperienceAtom } from '../../src/domain/atom.js';

type Claim = readonly [kind: NonNullable<ExperienceAtom['kind']>, claim: string, title?: string];

function verdict(requirement: string, ...claims: readonly Claim[]) {
  const atoms = claims.map(([kind, claim, title = ''], at) => ({
    ...{ atom_id: `atom-${at}`, domain: '', title, claim, kind },
    ...{ tags: [], verified: true, evidence_refs: [] },
  }));
  const opportunity = {
    ...{ opportunity_id: 'opp-1', company: 'c', role_title: 'Job', source: 's' },
    requirements: [{ text: requirement, required: true, tags: [] }],
  };
  const report = strategyNamed('evidence_v2')?.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []);
  return report?.requirement_matches[0]?.explanation?.verdict;
}

describe('what is not had, or only in part, is not met', () => {
  test.each<[string, Claim]>([
    ['Grado en Enfermería', ['education', 'Grado en Enfermería, Universidad de Cádiz - me cambié a otra cosa']],
    ['Certificação Salesforce', ['certificate', 'Salesforce Administrator: 2 de 5 módulos']],
    ['Bachelor of Laws', ['education', 'Bachelor of Laws, Open University, 40 % of the credits']],
    ['Experience with forklifts', ['work', 'Gabelstapler hat der Lagerleiter übernommen']],
    ['Tischlerei', ['certificate', 'Tischlerei: zweitägiger Kurs an der Volkshochschule']],
    ['Domínio de Illustrator', ['skill', 'Illustrator para abrir ficheiros']],
    ['Bengali speaker', ['language', 'Bengali, dad jokes mostly']],
    ['Level 3 diploma in childcare', ['work', 'Worked in childcare for two summers']],
  ])('%s', (requirement, claim) => {
    expect(verdict(requirement, claim)).not.toBe('met');
  });

  test('what a look at experience left out stays out: a course and two days of watching are no work in intensive care', () => {
    const course: Claim = ['certificate', 'Fachweiterbildung Intensivpflege: Zusage für 10/2030'];
    const watched: Claim = ['work', 'Auf der Intensivstation zwei Tage hospitiert', 'Pflegefachkraft'];
    expect(verdict('Berufserfahrung auf einer Intensivstation', course, watched)).not.toBe('met');
  });
});

describe('what is close is not the same', () => {
  test.each([
    ['Opera PMS', 'Reservations in Protel'],
    ['Google Analytics', 'Reports in Matomo'],
    ['Bash', 'Automated it with PowerShell'],
    ['Hydraulik', 'Instandhaltung der Pneumatik'],
    ['Second-level support', 'First-level support by phone'],
    ['Ausbildung als Steuerfachangestellte', 'Ausbildung zur Bankkauffrau'],
    ['Neukundengewinnung', 'Verkauf an der Theke'],
    ['CNC programming', 'CNC operator on three shifts'],
    ['Reach truck licence', 'Counterbalance licence'],
    ['Head chef experience', 'Line cook in a hotel kitchen'],
    ['Artes finales', 'Diseño gráfico de folletos'],
    ['Sumiller', 'Servicio de vinos en sala'],
  ])('%s: %s', (requirement, claim) => {
    expect(verdict(requirement, ['work', claim])).not.toBe('met');
  });
});

describe('what is said plainly stays met', () => {
  test.each<[string, Claim]>([
    ['Degree in nursing', ['education', 'BSN, Wright State University, 2018']],
    ['Weiterbildung zum Personalfachkaufmann', ['education', 'Geprüfte Personalfachkauffrau (IHK), 2018']],
    ['Excellent written English', ['language', 'English (native)']],
    ['Experience with Linux servers', ['work', 'Ran forty Ubuntu servers']],
    ['Berufserfahrung als Fahrer', ['work', 'Lkw-Fahrer im Fernverkehr']],
    ['Erstellung von Monatsabschlüssen', ['work', 'Monats- und Jahresabschlüsse nach HGB']],
    ['Experiencia en cocina', ['work', 'Jefa de partida, antes cocinera']],
    ['Turkish', ['language', 'Türkisch und Deutsch, beides wie Muttersprache']],
  ])('%s', (requirement, claim) => {
    expect(verdict(requirement, claim)).toBe('met');
  });
});
