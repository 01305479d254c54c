import { expect, test } from 'vitest';
import type { ExperienceAtom } from '../../src/domain/atom.js';
import { periodIn } from '../../src/ingest/resume/dates.js';
import { scoreAgainst } from '../labelled/resume-score.js';

function verdictOn(text: string, ...claims: readonly Partial<ExperienceAtom>[]): string | undefined {
  const atoms = claims.map(
    (one, at): ExperienceAtom => ({
      atom_id: `a${at}`,
      domain: 'd',
      title: '',
      claim: '',
      tags: [],
      verified: true,
      evidence_refs: [],
      kind: 'work',
      ...one,
    }),
  );
  const requirements = [{ text, tags: [], required: true }];
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements };
  return scoreAgainst(atoms, opportunity).requirement_matches[0]?.explanation?.verdict;
}

/** What is done shows what nobody says of themselves; a word of doing asks for nothing beside the thing it is done to. */
test.each([
  ['Visits in an interdisciplinary team', 'Team player', 'met'],
  ['Visiten im interdisziplinären Team', 'Teamfähigkeit', 'met'],
  ['Atención al ciudadano en ventanilla', 'Atención al público', 'met'],
  ['Recepcionista de noche en un hotel', 'Turnos de noche', 'met'],
  ['Five years as a staff nurse in intensive care', 'Experience in acute care', 'met'],
  ['Tower crane operator on three sites', 'Experience in construction', 'met'],
  ['Terminbuch und Kasse', 'Kassieren und Terminvergabe', 'met'],
  ['Bookkeeping for a building firm', 'Experience in acute care', 'missing'],
  ['Técnico em Agropecuária', 'Pecuária de corte', 'missing'],
  ['Jugendamt, Hilfeplangespräche', 'Leitungserfahrung im Jugendamt', 'partly'],
  ['Führerschein B, C1 verfallen', 'Führerschein C1', 'missing'],
  ['Führerschein B, C1 verfallen', 'Führerschein B', 'met'],
  ['Checked stock lists at home', 'Team player', 'missing'],
  ['Category D and B, clean', 'A full Category D licence', 'met'],
  ['Drei Auszubildende am Empfang betreut', 'Betreuung von Auszubildenden', 'met'],
  ['Peticionamento no PJe todos os dias', 'Domínio do PJe', 'met'],
  ['Identidade visual para 30 marcas', 'Criação de identidades visuais', 'met'],
  ['Identidade visual para 30 marcas', 'Ensino de identidades visuais', 'partly'],
  ['Brüh- und Kochwurst, Wurstherstellung', 'Herstellung von Wurstwaren', 'met'],
  ['Kassenabschluss und Bedienung', 'Kassenführung', 'met'],
  ['Umzug nach Kassel organisiert', 'Kassenführung', 'missing'],
  ['Supplier audits together with the quality manager', 'Supplier audits', 'met'],
  ['Inventário e pedidos no Teknisa', 'Vivência com o sistema Teknisa', 'met'],
  ['Equipe de 14 pessoas no CD de Cajamar', 'Experiência em gestão de equipes', 'met'],
  ['Versorgung beatmeter Patienten', 'Ventilated patients', 'met'],
  ['Medizinproduktebeauftragter der Wache', 'Medizinproduktebeauftragter nach MPBetreibV', 'met'],
  ['Deutsch und Polnisch von zu Hause', 'Sehr gutes Deutsch in Wort und Schrift', 'met'],
  ['Inglés: entiendo manuales', 'Inglés fluido', 'partly'],
  ['Triebfahrzeugführerin, S-Bahn Mitteldeutschland', 'Lokführer', 'met'],
  ['Category B and C1 driving licence', 'C1 driving licence', 'met'],
  ['Carta B e C', 'Carta C', 'met'],
])('"%s" for "%s" is %s', (claim, requirement, verdict) => {
  expect(verdictOn(requirement, { claim })).toBe(verdict);
});

/** Whoever is named as the one who does it, it is not the one who claims. */
test.each([
  ['Quoting is done by the owner', 'Preparing quotations'],
  ['A contabilidade é feita por um gabinete externo', 'Noções de contabilidade'],
  ['Nóminas las hacía la gestoría', 'Nóminas'],
  ['QGIS usei em duas aulas', 'QGIS'],
  ['Bobath-Kurs angemeldet', 'Bobath-Kurs'],
  ['Den Aufzug wartet eine Firma', 'Wartung von Aufzügen'],
  ['Site inspections by rope access are subcontracted', 'Rope access'],
  ['Purser course: on the waiting list', 'Purser'],
  ['Gelataria gostava de aprender', 'Gelataria'],
  ['Produção de 1.200 pães por noite', 'Produção sem glúten'],
  ['Produktion von 1200 Broten', 'Produktion glutenfrei'],
  ['PA2 still to do', 'PA2 certificate'],
  ['La pastelería se la dejo a mi mujer, que tiene obrador', 'Conocimientos de pastelería'],
  ['Negociação sindical, assisti a uma como ouvinte', 'Experiência com negociação sindical'],
  ['Filas em RabbitMQ; Kafka foi avaliado e descartado', 'Apache Kafka'],
  ['Ligação ao ROC na auditoria anual', 'Revisora Oficial de Contas'],
  ['Ligação ao ROC na auditoria anual', 'Revisora Oficial de Contas (ROC)'],
  ['Category D and B, clean', 'HGV Class 2 (Category C) licence'],
  ['Mitglied im Prüfungsausschuss wäre ein Ziel', 'Mitarbeit im Prüfungsausschuss'],
  ['Zusammenarbeit mit dem Betriebsrat', 'Betriebsratsmitglied'],
  ['Kurs zur ZMV: beginnt im Herbst, Anmeldung liegt vor', 'Zahnmedizinische Verwaltungsassistentin (ZMV)'],
  ['Ausbildung ZFA, Zahnärztekammer Nordrhein', 'Zahntechnik'],
  ['Deposits are registered by the accounts team', 'Client accounting and deposit registration'],
  ['MSc Advanced Clinical Practice: two modules taken, paused', "Master's degree in advanced clinical practice"],
  ['The safeguarding lead is a colleague at HQ', 'Safeguarding lead experience'],
  ['Category B and C1 driving licence', 'Category D licence'],
  ['Carta B e C', 'Carta D'],
  ['Carta C tirei mas deixei caducar', 'Carta C'],
  ['HTML and CSS (enough to talk to developers)', 'Good HTML and CSS'],
  ['Own the design system with two front-end developers', 'Front-end developer'],
  ['Las estructuras las calcula una ingeniería externa', 'Cálculo de estructuras'],
  ['A direção técnica é assegurada pela proprietária', 'Direção técnica'],
  ['Word, Excel in Grundzügen', 'Gute Excel-Kenntnisse'],
  ['Türkisch auf Anfängerniveau', 'Türkischkenntnisse'],
  ['Nahverkehr auf den Linien S3 und S5', 'Erfahrung im Güterverkehr'],
  ['Lexware früher einmal', 'Lexware'],
  ['Lactation consultant (IBCLC) exam next spring', 'IBCLC certified lactation consultant'],
  ['Instrumental births are for the doctors', 'Instrumental births'],
  ['Assisted the head of procurement with the annual tender', 'Head of procurement'],
  ['Coordinación con la agencia que gestiona las campañas de Google Ads', 'Gestión de campañas de Google Ads'],
  ['HubSpot en periodo de prueba', 'HubSpot'],
  ['SAP só consulta', 'SAP'],
  ['QGIS gut', 'ArcGIS'],
  ['NEBDN National Diploma in Dental Nursing', 'Registered dental hygienist'],
  ['Do the rota for five nurses when the practice manager is away', 'Practice manager experience'],
  ['ISTQB Certified Tester Foundation Level', 'ISTQB Advanced Level certification'],
  ['Soporte vital básico y DESA, renovado en 2025', 'Soporte vital avanzado'],
  ['Carteira profissional de jornalista entregue em 2022', 'Carteira profissional de jornalista'],
  [
    'Mestrado em Ciência Política, Universidade da Beira Interior (frequência do 1.º ano)',
    'Mestrado em Ciência Política',
  ],
  ['Porta-voz é o diretor clínico; eu preparo-o', 'Porta-voz institucional'],
  ['As prescrições eram da nutricionista do andar', 'Prescrição hospitalar'],
  ['Rumano, cuatro palabras', 'Rumano'],
  ['Bäckergeselle', 'Konditorkenntnisse'],
  ['School coach driver', 'Life coach or business coach certification'],
  ['Español nativo. Inglés: me defiendo con la carta (A2)', 'Inglés fluido'],
  ['Técnico en Cocina y Gastronomía (grado medio), 2016', 'Título de Técnico Superior en Cocina'],
])('"%s" does not meet "%s"', (claim, requirement) => {
  expect(verdictOn(requirement, { claim })).not.toBe('met');
});

test('what is said of the very thing weighs more than something like it', () => {
  const given = { claim: 'A contabilidade é feita por um gabinete externo' };
  expect(verdictOn('Contabilidade', { claim: 'Cobrança de quotas' }, given)).toBe('partly');
});

test('what the rest of a requirement asks is not there where a claim denies it', () => {
  const [sews, not] = [{ claim: 'Confección a medida' }, { claim: 'Piel y peletería no trabajo' }];
  expect(verdictOn('Confección en piel', sews, not)).toBe('partly');
});

test('of a list only the item that is under way is not finished', () => {
  const claim = 'Französisch C1, Englisch C1, Russisch angefangen';
  expect(verdictOn('Sehr gute Französischkenntnisse', { claim, kind: 'language' })).toBe('met');
  expect(verdictOn('Russisch', { claim, kind: 'language' })).not.toBe('met');
});

/** Three summers are nine months. */
test.each([
  ['Veranos 2015 – 2017', 'Dos años de experiencia como camarero', 'partly'],
  ['2015 – 2017', 'Dos años de experiencia como camarero', 'met'],
])('a job held "%s" against "%s" is %s', (when, requirement, verdict) => {
  const role = { title: 'Camarero', employer: 'Es Trenc', from: '2015', to: '2017' };
  expect(verdictOn(requirement, { title: `${when} Camarero, Es Trenc`, claim: 'Terraza y barra', role })).toBe(verdict);
});

test.each([
  ['Socorrista, veranos de 2022, 2023 y 2024', { from: '2022', to: '2024' }],
  ['Verano de 2023: socorrista', { from: '2023', to: '2023' }],
  ['Summers of 2019 and 2020, lifeguard', { from: '2019', to: '2020' }],
  ['Socorrista desde 2022', { from: '2022', to: '2026-11', current: true }],
])('"%s" is over or goes on as it says', (line, period) => {
  expect(periodIn(line, '2026-11')?.period).toEqual(period);
});

test('an internship is no year of work, and does not make the years of other jobs those of its field', () => {
  const role = (title: string, from: string, to: string) => ({ title, role: { title, from, to } });
  const internship = { claim: 'Farmácia hospitalar, unidose', ...role('Estágio curricular', '2018-01', '2018-06') };
  const work = { claim: 'Dispensa de medicamentos', ...role('Farmacêutica', '2019-01', '2026-01') };
  expect(verdictOn('Dois anos de experiência em farmácia hospitalar', internship, work)).toBe('partly');
});

test('years in a profession are those in which one was it', () => {
  const role = (title: string, from: string, to: string) => ({ title, role: { title, from, to } });
  const before = { claim: 'Drove ambulances', ...role('Emergency care assistant', '2010-01', '2017-12') };
  const since = { claim: 'Answered calls', ...role('Paramedic', '2018-01', '2022-01') };
  expect(verdictOn('Ten years of paramedic experience', before, since)).toBe('partly');
  expect(verdictOn('Four years of paramedic experience', before, since)).toBe('met');
});

test.each([
  ['Führerschein', 'B, C1. Der C ist beantragt', 'Führerschein der Klasse C1', 'met'],
  ['Führerschein', 'B, C1. Der C ist beantragt', 'Führerschein der Klasse C', 'missing'],
  ['PERMISOS', 'B y C1 con BTP antiguo; el D lo suspendí', 'Permiso de conducir B', 'met'],
  ['Noten', 'B, C1', 'Führerschein der Klasse C1', 'missing'],
] as const)('under "%s", "%s" for "%s" is %s', (title, claim, requirement, verdict) => {
  expect(verdictOn(requirement, { title, claim, kind: 'certificate' })).toBe(verdict);
});
