/**
 * Pairs of a requirement and a claim whose labels were written before they were tried, in four languages (19 November 2026). At
 * first sight revision 17 called 14 of 36 papers met that are not held, and revision 18, half way, 7 of 40 works
 * of others and wishes.
 */
import { describe, expect, test } from 'vitest';
import { strategyNamed } from '../../src/app/strategies.js';
import { type ExperienceAtom, normalizeAtom } from '../../src/domain/atom.js';

type Pair = readonly [requirement: string, claim: string];

function verdict([text, claim]: Pair, kind: ExperienceAtom['kind']): string | undefined {
  const asked = { text, tags: [], required: true };
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements: [asked] };
  const said = { atom_id: 'a', domain: '', title: '', claim, tags: [], verified: true, evidence_refs: [], kind };
  const report = strategyNamed('evidence_v2')?.match(
    { opportunity, atoms: [normalizeAtom(said)], kLex: 25, kEmb: 25 },
    () => [],
  );
  return report?.requirement_matches[0]?.explanation?.verdict;
}

/** Begun, broken off, offered, passed in part, planned, run out. */
const notHeld: readonly Pair[] = [
  ["Master's degree in chemistry", 'MSc Chemistry, University of Leeds, thesis still to be submitted'],
  ["Bachelor's degree in nursing", 'BSc Nursing, offer accepted, starting September 2027'],
  ['Degree in law', 'LLB, left after two years for family reasons'],
  ['Degree in economics', 'BA Economics, paused since the birth of my son'],
  ['Valid forklift licence', 'Forklift licence, needs renewing'],
  ['CSCS card', 'CSCS card: applied for it, waiting for the test date'],
  ['SIA licence', 'SIA door licence lapsed when I moved abroad'],
  ['AWS Solutions Architect certification', 'AWS Solutions Architect: booked for the spring'],
  ['PMP certification', 'PMP - sat the exam once, will try again'],
  ['Diploma in hospitality', 'Diploma in hospitality, three modules short'],
  ['HGV licence', 'HGV licence, medical overdue so not driving at present'],
  ['Studium der Betriebswirtschaft', 'BWL (B.Sc.), Universität Mannheim, nach vier Semestern gewechselt'],
  ['Abgeschlossenes Studium Maschinenbau', 'Maschinenbau (M.Sc.), TU Dresden, Abschlussarbeit steht aus'],
  ['Studium der Psychologie', 'Studienplatz Psychologie ab Oktober sicher'],
  ['Gültiger Ersthelferschein', 'Ersthelfer, Auffrischung überfällig'],
  ['Staplerschein', 'Staplerschein, lange nicht mehr erneuert'],
  ['Meisterbrief im Elektrohandwerk', 'Elektromeister: Teil III und IV noch vor mir'],
  ['Sachkundeprüfung nach § 34a', 'Sachkunde § 34a, Prüfung im zweiten Anlauf nicht geschafft'],
  ['Grado en Derecho', 'Grado en Derecho, me quedan tres asignaturas'],
  ['Grado en Enfermería', 'Enfermería, admitida para el curso que viene'],
  ['Máster en Marketing', 'Máster en Marketing: a falta del trabajo final'],
  ['Licenciatura en Psicología', 'Licenciatura en Psicología, abandonada en tercero'],
  ['Carné de manipulador de alimentos en vigor', 'Manipulador de alimentos, sin renovar desde 2017'],
  ['Carné de carretillero', 'Carretillero: el examen es en mayo'],
  [
    'Certificado de profesionalidad de soldadura',
    'Certificado de profesionalidad de soldadura, primer módulo superado',
  ],
  ['CAP en vigor', 'CAP vencido, renovación pedida'],
  ['Licenciatura em Direito', 'Licenciatura em Direito, trancada no quarto ano'],
  ['Mestrado em Engenharia Civil', 'Mestrado em Engenharia Civil, dissertação por entregar'],
  ['Curso técnico em enfermagem', 'Técnico em enfermagem, matrícula feita para agosto'],
  ['CNH categoria D', 'CNH D, exame psicotécnico atrasado'],
  ['NR-10 válida', 'NR-10 de 2018, reciclagem em atraso'],
  ['Curso de primeiros socorros válido', 'Primeiros socorros, tenho de repetir o curso'],
  ['Certificado de Aptidão Profissional', 'CAP: penso tirar no próximo ano'],
  ['Graduação em Contabilidade', 'Graduação em Ciências Contábeis, interrompida em 2019'],
];

const held: readonly Pair[] = [
  ["Master's degree in chemistry", 'MSc Chemistry, University of Leeds, 2014, thesis on catalysis'],
  ["Bachelor's degree in nursing", 'BSc (Hons) Nursing, first class, while working nights'],
  ['Degree in law', 'LLB (2:1), University of Kent, evening course, 2011'],
  ['Valid forklift licence', 'Forklift licence, counterbalance and reach, renewed last year'],
  ['First aid certificate', 'First aid at work, refreshed January 2026'],
  ['AWS Solutions Architect certification', 'AWS Solutions Architect Associate, passed at the first attempt'],
  ['Diploma in hospitality', 'Diploma in hospitality with distinction, Cork'],
  ['CSCS card', 'CSCS card (blue), valid until 2028'],
  ['Studium der Betriebswirtschaft', 'BWL (B.Sc.), Universität Mannheim, berufsbegleitend, Note 1,9'],
  ['Abgeschlossenes Studium Maschinenbau', 'Maschinenbau (Dipl.-Ing.), TU Dresden, Schwerpunkt Fördertechnik'],
  ['Staplerschein', 'Staplerschein, jährliche Unterweisung zuletzt im Januar'],
  ['Grado en Derecho', 'Grado en Derecho por la Universidad de Granada, a distancia'],
  ['Máster en Marketing', 'Máster en Marketing, trabajo final sobre redes sociales, sobresaliente'],
  ['Carné de manipulador de alimentos en vigor', 'Manipulador de alimentos, renovado este año'],
  ['Licenciatura em Direito', 'Licenciatura em Direito, turma de 2008, em horário pós-laboral'],
  ['Mestrado em Engenharia Civil', 'Mestrado em Engenharia Civil, 17 valores, dissertação sobre pontes'],
  ['CNH categoria D', 'CNH D com EAR, válida até 2029'],
  ['NR-10 válida', 'NR-10 reciclada em janeiro'],
];

const ofOthers: readonly Pair[] = [
  ['Payroll', 'Our accountant runs the payroll, I send her the hours'],
  ['Network administration', 'The IT department looks after the network'],
  ['Forklift driving', 'My brother drives a forklift'],
  ['Website maintenance', 'An agency looks after the website'],
  ['Budget planning', 'Budgets are drawn up by head office'],
  ['Welding', 'Worked beside the welders'],
  ['Wound care', 'Wound care goes to the district nurse'],
  ['Photography', 'Pictures by a hired photographer'],
  ['Pflegedienstleitung', 'Meine Schwester ist Pflegedienstleiterin'],
  ['Lohnabrechnung', 'Die Löhne rechnet der Steuerberater ab'],
  ['Social-Media-Betreuung', 'Um Social Media kümmert sich eine Kollegin'],
  ['Lackieren', 'Lackiert wird auswärts'],
  ['Elektroinstallation', 'Elektroarbeiten gehen an eine Fremdfirma'],
  ['Röntgen', 'Beim Röntgen hilft mir die Kollegin, das darf ich nicht'],
  ['Gestión de nóminas', 'Las nóminas van a la gestoría'],
  ['Repostería', 'Los postres los trae un proveedor'],
  ['Diseño web', 'De la web se encarga una agencia'],
  ['Soldadura', 'Trabajaba al lado de los soldadores'],
  ['Gestión hotelera', 'Mi marido dirige un hotel'],
  ['Selección de personal', 'La selección la lleva recursos humanos'],
  ['Processamento de salários', 'Os salários são com o contabilista'],
  ['Fotografia', 'As fotografias ficam com um freelancer'],
  ['Gestão de redes sociais', 'Das redes sociais trata uma agência'],
  ['Direção clínica', 'O meu pai é diretor clínico'],
  ['Pintura automotiva', 'A pintura vai para um parceiro'],
  ['Bookkeeping', 'Handed the receipts to the bookkeeper every Friday'],
  ['Staff scheduling', 'Rotas came from the area office'],
  ['Wiring of control cabinets', 'Electricians wired the cabinets, I mounted the doors'],
  ['Recruitment', 'Recruitment sat with HR, I was asked for my opinion'],
  ['Penetration testing', 'Pen tests by an outside firm, findings fixed by us'],
  ['Grant writing', 'Grants were written by the director'],
  ['Programmierung von Robotern', 'Der Roboter wird vom Hersteller programmiert, ich lege Teile ein'],
  ['Dienstplanung', 'Dienstplan schreibt die Stationsleitung'],
  ['Wundversorgung', 'Wunden versorgt die Fachkraft, ich reiche an'],
  ['Angebotserstellung', 'Angebote kalkuliert der Meister'],
  ['Blutentnahme', 'Blut nimmt die Praxis ab, wir holen nur die Röhrchen'],
  ['Programación de PLC', 'El PLC lo programa ingeniería'],
  ['Elaboración de presupuestos', 'Los presupuestos salen de la oficina técnica'],
  ['Administración de medicación', 'La medicación la da la enfermera'],
  ['Cocina', 'En cocina está mi suegra, yo atiendo las mesas'],
  ['Elaboração de orçamentos', 'Orçamentos feitos pelo patrão'],
  ['Administração de medicamentos', 'Medicação só a enfermeira dá'],
  ['Projeto estrutural', 'O cálculo estrutural vem de um gabinete'],
  ['Prescrição de exercício', 'O plano de exercício é definido pelo fisioterapeuta'],
  ['Compra de materiais', 'As compras são centralizadas em Lisboa'],
];

const own: readonly Pair[] = [
  ['Payroll', 'Run the payroll for 60 staff, the accountant only checks it'],
  ['Wound care', 'Wound care on the ward together with the district nurses'],
  ['Lohnabrechnung', 'Lohnabrechnung für 60 Mitarbeitende, der Steuerberater prüft nur'],
  ['Elektroinstallation', 'Elektroinstallation in Neubauten, im Team mit zwei Kollegen'],
  ['Gestión de nóminas', 'Gestiono las nóminas de 40 empleados con la gestoría'],
  ['Selección de personal', 'Llevo la selección de personal junto a recursos humanos'],
  ['Processamento de salários', 'Processamento de salários de 55 trabalhadores, o contabilista confere'],
  ['Gestão de redes sociais', 'Giro as redes sociais da loja, com apoio de uma agência'],
  ['Bookkeeping', 'Keep the books of the family firm'],
  ['Wound care', 'Dressing changes, wound care and drips'],
  ['Dienstplanung', 'Schreibe den Dienstplan für 14 Leute'],
  ['Wundversorgung', 'Versorgung chronischer Wunden, auch mit VAC'],
  ['Angebotserstellung', 'Angebote erstelle ich mit der Kalkulation aus BRZ'],
  ['Elaboración de presupuestos', 'Elaboro presupuestos y los defiendo ante el cliente'],
  ['Administración de medicación', 'Administro medicación y controlo constantes'],
  ['Elaboração de orçamentos', 'Elaboro orçamentos e acompanho a obra'],
  ['Administração de medicamentos', 'Administração de medicação oral e injetável'],
  ['Team leader', 'Team leader of eight in the call centre'],
  ['Teamleitung', 'Leitung eines Teams mit acht Leuten'],
  ['Dirección de equipo', 'Dirijo un equipo de diez personas'],
  ['Chefe de equipa', 'Chefe de equipa na limpeza hospitalar'],
  ['Fluent English', 'English: lived in Dublin for six years, C1'],
  ['Own car', 'Own car, no points'],
  ['Vehículo propio', 'Coche propio y carné B'],
  ['Disponibilidad para viajar', 'Viajo cada mes a la fábrica de Portugal, sin problema'],
  ['Weekend work', 'Weekends and bank holidays, used to it'],
  ['Recruitment', 'Recruited 30 seasonal workers with HR each spring'],
  ['Penetration testing', 'Penetration tests of web applications, reports for the customers'],
  ['Viatura própria', 'Carro próprio e carta de ligeiros'],
  ['Kotlin', 'Android app in Kotlin, 200,000 users'],
  ['Photoshop', 'Photoshop e Illustrator todos los días'],
];

const wished: readonly Pair[] = [
  ['Barbería', 'Barba y barbería no hago'],
  ['Fotografía', 'Fotografía de bodas no hago'],
  ['React', 'Reading up on React in the evenings'],
  ['Terraform', 'Terraform is next on my list'],
  ['Kaltakquise', 'Kaltakquise liegt mir nicht'],
  ['Schichtarbeit', 'Schichtarbeit aus gesundheitlichen Gründen ausgeschlossen'],
  ['Nachtdienst', 'Keine Nachtdienste wegen der Kinder'],
  ['Disponibilidad para viajar', 'Viajar no puedo, tengo dos niños pequeños'],
  ['Disponibilidade para viajar', 'Viagens longas não são possíveis'],
  ['Willingness to relocate', 'Tied to Bristol for the next years'],
  ['Weekend work', 'Weekends are for the family'],
  ['Own car', 'Sold my car last year'],
  ['Vehículo propio', 'Me muevo en bici, coche no tengo'],
  ['Viatura própria', 'Carro vendido, ando de metro'],
  ['Eigener Pkw', 'Auto habe ich abgeschafft'],
  ['Docker', 'Docker from the outside: I start what others built'],
  ['SAP', 'SAP is being introduced at my present firm'],
  ['Kotlin', 'Android team uses Kotlin'],
  ['Scrum', 'Wir arbeiten im Wasserfall, Scrum war einmal Thema'],
  ['Photoshop', 'Photoshop lo tenía en el instituto'],
  ['Power BI', 'Power BI: vi un curso en YouTube'],
  ['SAP', 'SAP: tive formação de um dia'],
];

const otherThings: readonly Pair[] = [
  ['Experience with Shopify', 'WooCommerce shop with 900 articles'],
  ['QuickBooks', 'Xero for 30 small clients'],
  ['AutoCAD', 'SketchUp models for the planning office'],
  ['Kenntnisse in Lexware', 'Buchhaltung in Addison'],
  ['ArchiCAD', 'Revit seit 2018'],
  ['Erfahrung mit Siemens S7', 'SPS-Programmierung mit Beckhoff'],
  ['A3 ERP', 'Sage 50 a diario'],
  ['Experiencia con Amadeus', 'Reservas con Sabre'],
  ['PHC', 'Primavera BSS, todos os módulos'],
  ['Experiência com Totvs Protheus', 'Lançamentos no SAP'],
  ['Experience with Epic', 'Charting in Cerner'],
  ['Salesforce', 'HubSpot: pipelines and reports'],
  ['Kubernetes', 'Docker Swarm in production'],
  ['Azure DevOps', 'Jenkins pipelines'],
  ['MRI scanning', 'X-ray and CT, ten years'],
  ['Primary school teaching', 'Taught maths at a secondary school'],
  ['Criminal law', 'Family law caseload of 40'],
  ['Labour law', 'Tax law advice for companies'],
  ['Commercial driving licence C+E', 'Driving licence C'],
  ['Berufskraftfahrerqualifikation Personenverkehr', 'Berufskraftfahrerqualifikation Güterverkehr'],
  ['Zulassung als Steuerberater', 'Steuerfachwirtin seit 2018'],
  ['Fachanwalt für Arbeitsrecht', 'Anwalt für Mietrecht und WEG'],
  ['Pädiatrische Pflege', 'Geriatrische Pflege auf einer Station mit 30 Betten'],
  ['Enfermería pediátrica', 'Enfermera de quirófano'],
  ['Derecho penal', 'Derecho laboral y despidos'],
  ['Soldadura TIG', 'Soldadura MIG de estructuras'],
  ['Direito de família', 'Direito tributário'],
  ['Pastelaria', 'Padaria: pão e broa'],
  ['Manutenção de elevadores', 'Manutenção de escadas rolantes'],
  ['Ordem dos Engenheiros', 'Inscrito na Ordem dos Arquitetos'],
  ['Java', 'Tour guide on Java and Bali'],
  ['Banking experience', 'Worked on river bank protection'],
  ['Crane operation', 'Counted cranes and herons for a bird survey'],
  ['Python', 'Looked after a python and other reptiles'],
  ['Plant management', 'Plant nursery, watering and potting'],
  ['Stage management', 'Late-stage cancer patients'],
  ['Erfahrung mit Akten und Schriftverkehr', 'Schriftsteller und Aktzeichner'],
  ['Gerüstbau', 'Datengerüst und Seitengerüst im CMS gebaut'],
  ['Contabilidad de costes', 'Costa y playas: socorrista'],
  ['Gestão de carteira', 'Fabrico de carteiras de couro'],
  ['Corte e costura', 'Corte de carnes no talho'],
  ['Redes de computadores', 'Redes sociais de uma pizzaria'],
  ['Team leader', 'Member of a team of eight'],
  ['Head chef', 'Commis chef, then demi chef'],
  ['Senior developer', 'Junior developer in my first job'],
  ['Managing a budget', 'Stuck to the budget I was given'],
  ['Bauleitung', 'Bauhelfer auf Großbaustellen'],
  ['Teamleitung', 'Stellvertretung der Teamleitung während der Elternzeit'],
  ['Küchenchef', 'Beikoch in einer Kantine'],
  ['Jefa de enfermería', 'Enfermera de planta'],
  ['Dirección de equipo', 'Formaba parte de un equipo de diez'],
  ['Chefe de equipa', 'Elemento da equipa de limpeza'],
  ['Gerente de loja', 'Operador de caixa na loja'],
  ['Fluent English', 'English: read manuals, speak little'],
  ['Inglés alto', 'Inglés: me entiendo con los turistas'],
  ['Englisch verhandlungssicher', 'Englisch: reicht für E-Mails'],
  ['Inglês fluente', 'Inglês: dou um jeito'],
  ['SQL advanced', 'SQL: can change a query somebody else wrote'],
  ['Sehr gute Excel-Kenntnisse', 'Excel: Listen sortieren'],
  ['Excel avanzado', 'Excel: sumas y poco más'],
];

/** Written after the others were mended; at first sight 8 of 44 were called met. */
const unforeseen: readonly Pair[] = [
  ['Inventory counts', 'Stocktakes are carried out by an outside company twice a year'],
  ['Legal advice', 'Questions of law I pass to our solicitor'],
  ['Meal planning', 'The dietitian plans the meals, I serve them'],
  ['Tax returns', 'My sister-in-law does my tax returns'],
  ['Hiring', 'The owner hires, I show the new ones round'],
  ['Kassenabschluss', 'Die Kasse zählt abends die Filialleitung'],
  ['Reklamationsbearbeitung', 'Reklamationen landen im Backoffice'],
  ['Software-Tests', 'Getestet wird bei uns in Polen'],
  ['Vertragsverhandlungen', 'Verträge verhandelt mein Chef, ich bereite die Zahlen vor'],
  ['Medikamentengabe', 'Medikamente richten und geben darf bei uns nur die Fachkraft'],
  ['Gestión de redes sociales', 'Las redes las mueve el sobrino del dueño'],
  ['Contratación de personal', 'Los contratos los firma y negocia la central'],
  ['Mantenimiento de calderas', 'Para las calderas viene el técnico oficial'],
  ['Diseño de interiores', 'El diseño corre a cargo de un estudio'],
  ['Manutenção de frota', 'A frota é mantida por uma oficina externa'],
  ['Decoração de eventos', 'Decoração: chamamos sempre uma florista'],
  ['Gestão de stocks', 'O stock é com o armazém central'],
  ['Tradução jurídica', 'As traduções juradas encomendo fora'],
  ['Elaboração de ementas', 'As ementas vêm do chef executivo'],
  ['Driving licence', 'Driving licence: two tests failed, third one in May'],
  ['French', 'French at school, all gone by now'],
  ['Node.js', 'Node.js is on the roadmap for our team'],
  ['Overtime', 'Overtime only in emergencies please'],
  ['Night shifts', 'No longer do nights since my operation'],
  ['Spanisch', 'Spanisch müsste ich auffrischen'],
  ['Montagebereitschaft', 'Auf Montage fahre ich nicht mehr'],
  ['Angular', 'Mit Angular fange ich gerade an'],
  ['Turnos de noche', 'De noche ya no trabajo'],
  ['Francés', 'Francés del colegio, muy oxidado'],
  ['Docker', 'Docker lo conozco de oídas'],
  ['Trabalho por turnos', 'Turnos, já não posso por razões médicas'],
  ['Alemão', 'Alemão: só sei cumprimentar'],
  ['Carta de pesados', 'Carta de pesados em tirocínio, exame por marcar'],
  ['Obstetrics', 'Gynaecological surgery ward, theatre side'],
  ['Employment law', 'Employment agency, consultant for temps'],
  ['Kfz-Elektrik', 'Karosseriebau und Lackierung'],
  ['Sozialversicherungsrecht', 'Verkauf von Lebensversicherungen'],
  ['Auditoría financiera', 'Auditoría de calidad ISO 9001'],
  ['Enfermagem do trabalho', 'Técnica de segurança do trabalho'],
  ['Store manager', 'Shop floor assistant, keyholder'],
  ['Projektleitung', 'Projektassistenz in zwei Bauprojekten'],
  ['Jefe de obra', 'Encargado de cuadrilla en obra civil'],
  ['Coordenação pedagógica', 'Professora auxiliar numa creche'],
];

const ownToo: readonly Pair[] = [
  ['Inventory counts', 'Carry out the stocktake of 4,000 lines twice a year'],
  ['Tax returns', 'Tax returns for 90 clients, filed on time'],
  ['Kassenabschluss', 'Kassenabschluss an vier Kassen'],
  ['Reklamationsbearbeitung', 'Bearbeitung von Reklamationen bis zur Gutschrift'],
  ['Facturación', 'Emito facturas y controlo cobros'],
  ['Contratación de personal', 'Contraté a 25 camareros para la temporada'],
  ['Gestão de stocks', 'Gestão de stocks de duas lojas'],
  ['Tradução jurídica', 'Tradução jurídica de contratos e sentenças'],
  ['Night shifts', 'Nights every other week for ten years'],
  ['Turnos de noche', 'Turno de noche en urgencias'],
  ['Store manager', 'Store manager of a shoe shop, six staff'],
  ['Projektleitung', 'Projektleitung für drei Neubauten'],
  ['Employment law', 'Employment law: tribunals and settlement agreements'],
  ['Alemão', 'Alemão B2, certificado Goethe'],
  ['Driving licence', 'Clean driving licence since 2009'],
];

/** How it is done, how often and since when is not asked beside it. */
const moreOrLessWords: readonly Pair[] = [
  ['Able to carry out brake repairs', 'Brake repairs, exhausts and suspension'],
  ['Court hearings', 'Court hearings almost every day'],
  ['Vertretung vor Gericht', 'Fast täglich Vertretung vor Gericht'],
  ['Atención al público', 'Atención al público casi a diario'],
  ['Atendimento ao público', 'Atendimento ao público quase todos os dias'],
  ['Passed CeMAP 1', 'CeMAP 1 passed May 2025. CeMAP 2 to be taken next year'],
  ['Montage von Solaranlagen', 'Montage von Solaranlagen, bisher 60 Dächer'],
  ['Training of new colleagues', 'Trained new colleagues at the till'],
  ['Calm handling of customer complaints', 'Handled customer complaints'],
  ['Supervision of trainees', 'Supervised four trainees'],
  ['Selbstständige Wartung von Pumpen', 'Wartung von Pumpen und Verdichtern'],
  ['Trato directo con proveedores', 'Trato con proveedores de toda Europa'],
  ['Excellent knowledge of building regulations', 'Knowledge of building regulations'],
  ['Manejo ágil de caja registradora', 'Manejo de caja registradora'],
  ['Welding of stainless steel', 'Welder: stainless steel and aluminium'],
  ['Experiencia en reparto de última milla', 'Reparto de última milla con furgoneta'],
];

describe('a paper', () => {
  test.each(notHeld)('that is not held is not met: %s: %s', (...pair) => {
    expect(verdict(pair, 'education')).not.toBe('met');
  });
  test.each(held)('that is held is met: %s: %s', (...pair) => {
    expect(verdict(pair, 'education')).toBe('met');
  });
});

describe('work', () => {
  test.each([...ofOthers, ...wished, ...otherThings, ...unforeseen])(
    'of others, wished for or another is not met: %s: %s',
    (...pair) => {
      expect(verdict(pair, 'work')).not.toBe('met');
    },
  );
  test.each([...own, ...ownToo, ...moreOrLessWords])('of the one who claims is met: %s: %s', (...pair) => {
    expect(verdict(pair, 'work')).toBe('met');
  });
});

test.each([
  ['Building and maintaining irrigation systems', 'Built and maintained irrigation systems'],
  ['Driving licence and own car', 'Carné B y coche'],
  ['Bar service', 'Early shift: bar service, cellar'],
] as const)('two deeds are no thing and its deed, and a licence comes with the car: %s: %s', (...pair) => {
  expect(verdict(pair, 'work')).toBe('met');
});

test('what is united over jobs is met where nothing else is doubted', () => {
  const job = (title: string, from: string, to: string) => ({ title, employer: title, from, to });
  const atoms = [
    { claim: 'Built REST APIs in Java', kind: 'work' as const, role: job('Developer', '2014', '2017') },
    { claim: 'Designed twelve services', kind: 'work' as const, role: job('Architect', '2018', '2022') },
  ].map((one, at) =>
    normalizeAtom({ atom_id: `a${at}`, domain: '', title: '', tags: [], verified: true, evidence_refs: [], ...one }),
  );
  const asked = { text: 'REST API design', tags: [], required: true };
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements: [asked] };
  const report = strategyNamed('evidence_v2')?.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []);
  expect(report?.requirement_matches[0]?.explanation).toMatchObject({ verdict: 'met', certainty: 0.65 });
});

test('a paper that says how long it lasts is not held after that', () => {
  const role = { title: 'Lifeguard', from: '2022-01', to: '2026-11', current: true as const };
  const atoms = [
    { claim: 'First aid at work, 2016, valid for three years', kind: 'certificate' as const },
    { claim: 'Watched over the pool', kind: 'work' as const, role },
  ].map((one, at) =>
    normalizeAtom({ atom_id: `a${at}`, domain: '', title: '', tags: [], verified: true, evidence_refs: [], ...one }),
  );
  const asked = { text: 'Valid first aid certificate', tags: [], required: true };
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements: [asked] };
  const match = (claims: readonly ExperienceAtom[]) =>
    strategyNamed('evidence_v2')?.match({ opportunity, atoms: claims, kLex: 25, kEmb: 25 }, () => [])
      .requirement_matches[0]?.matched;
  expect(match(atoms)).toBe(false);
  expect(match(atoms.map((one) => ({ ...one, claim: one.claim.replace('2016', '2025') })))).toBe(true);
});
