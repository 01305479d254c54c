/** What a heading of a resume opens, in the languages we read. */
import { folded } from '../posting/headings/index.js';

type Claimed = 'summary' | 'work' | 'project' | 'volunteering' | 'education' | 'certificate' | 'skill' | 'language';
/** `nothing` is for what claims nothing: references, hobbies, addresses. */
export type ResumePart = Claimed | 'nothing';

const phrases: Readonly<Record<ResumePart, string>> = {
  skill: `skills, key skills, core skills, technical skills, soft skills, skills and tools, tools, technologies, competencies,
    core competencies, key competencies, expertise, areas of expertise, strengths, software, programming languages, kenntnisse,
    fahigkeiten, it-kenntnisse, edv-kenntnisse, fachkenntnisse, kompetenzen, kernkompetenzen, starken, kenntnisse und
    fahigkeiten, habilidades, competencias, conocimientos, conocimientos tecnicos, conocimientos informaticos, aptitudes,
    destrezas, herramientas, conhecimentos, conhecimentos tecnicos, ferramentas, competencias tecnicas, habilidades tecnicas, other,
    other information, additional information, miscellaneous, good to know, notes, observacoes, observaciones, notas, zu wissen, sonstiges, weiteres, weitere angaben, otros, otros datos, otros
    meritos, varios, informacion adicional, also, additional, additional skills, other skills, it skills, it, extras, professional,
    further details, more about me, weitere kenntnisse, zusatzqualifikationen, sonstige kenntnisse, sonstige angaben, besondere kenntnisse, sobre
    mim e mais, mas datos, otra informacion, otros conocimientos, datos de interes, mais, mais informacoes, outros dados, outros, outras informacoes, informacoes adicionais, computer skills, informatica`,
  language: `languages, language skills, sprachen, sprachkenntnisse, fremdsprachen, idiomas, lenguas, linguas`,
  certificate: `certificates, certifications, licences, licenses, licences and certificates, licenses and certifications,
    licences and certifications, certifications and licences, certifications and licenses, professional certifications,
    qualifications, courses, training, awards, honours, honors, memberships, zertifikate, zertifizierungen, weiterbildung,
    weiterbildungen, fortbildungen, fuhrerschein, auszeichnungen, certificados, certificaciones, cursos, licencias, premios,
    certificacoes, licencas, premios e certificados, tickets, cards, registrations, registration, registro, registros, scheine,
    permisos, permisos de conducir, permisos y carnes, carnets, carne de conducir, carnet de conducir, carta de conducao, cartas de conducao, driving licence, driving licences, licence, habilitaciones, habilitacoes profissionais, registo, registos,
    lizenzen, kurse, lehrgange, accreditations, colegiacion, licences and tickets, licences and cards, professional memberships, idiomas y cursos, fuhrerscheine, carnes, cartas e certificados, formacion complementaria,
    cursos y certificados, formacao complementar`,
  education: `education, school, schule, schulen, education and training, academic background, studies, ausbildung, bildung, bildungsweg, studium,
    schulbildung, ausbildung und studium, formacion, formacion academica, educacion, estudios, formacao, formacao academica,
    educacao, habilitacoes, habilitacoes academicas, escolaridade`,
  work: `experience, work experience, professional experience, relevant experience, employment, employment history, career,
    career history, work history, achievements, positions, berufserfahrung, berufliche erfahrung, beruflicher werdegang,
    werdegang, praxis, praktika, berufspraxis, experiencia, experiencia laboral, experiencia profesional, trayectoria
    profesional, logros, experiencia profissional, percurso profissional, historico profissional,
    trayectoria, trayectoria laboral, stationen, berufliche stationen, laufbahn, berufliche laufbahn, percurso, carreira, historial laboral,
    work, jobs`,
  project: `projects, selected projects, personal projects, publications, projekte, publikationen, proyectos, publicaciones,
    projetos, publicacoes`,
  volunteering: `volunteering, volunteer work, volunteer experience, community work, ehrenamt, ehrenamtliches engagement,
    voluntariado, trabalho voluntario`,
  summary: `summary, profile, professional summary, professional profile, about me, about, objective, career objective,
    personal statement, profil, kurzprofil, uber mich, zusammenfassung, perfil, perfil profesional, sobre mi, resumen,
    resumen profesional, objetivo, resumo, resumo profissional, perfil profissional, sobre mim`,
  nothing: `references, referees, interests, hobbies, hobbies and interests, contact, contact details, personal details,
    personal information, personal data, referenzen, interessen, kontakt, kontaktdaten, personliche daten, personliches,
    referencias, intereses, aficiones, contacto, datos personales, datos de contacto, interesses, contato, dados pessoais,
    contactos, passatempos`,
};

const byPhrase = new Map(
  (Object.keys(phrases) as ResumePart[]).flatMap((part) =>
    phrases[part].split(/,\s*/).map((phrase) => [phrase.replace(/\s+/g, ' ').trim(), part] as const),
  ),
);

/** The part that a line opens when it says nothing but a known heading. */
export function resumePart(line: string): ResumePart | undefined {
  const said = folded(line);
  return byPhrase.get(said) ?? partOfSeveral(said.split(/ (?:and|und|y|e) /));
}

/** "Schule und Ausbildung", "Tickets & cards": one part that we know is enough when the rest is a word. */
function partOfSeveral(names: readonly string[]): ResumePart | undefined {
  const known = names.flatMap((name) => byPhrase.get(name) ?? []);
  return names.length > 1 && names.every((name) => byPhrase.has(name) || !name.includes(' ')) ? known[0] : undefined;
}

/** Parts whose lines are lists of items rather than sentences. */
export function isList(part: ResumePart): boolean {
  return part === 'skill' || part === 'language' || part === 'certificate' || part === 'education';
}

/** Parts that tell of times in a life, each with a place and dates. */
export function hasRoles(part: ResumePart): boolean {
  return part === 'work' || part === 'project' || part === 'volunteering' || part === 'education';
}
