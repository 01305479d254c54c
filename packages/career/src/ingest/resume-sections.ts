/** What a heading of a resume opens, in the languages we read. */
import { folded } from './posting/headings/index.js';

/** Parts whose short lines are claims of their own, parts that tell of work, and parts that claim nothing. */
export type ResumePart = 'list' | 'story' | 'nothing';

const phrases: Readonly<Record<ResumePart, string>> = {
  list: `skills, key skills, core skills, technical skills, skills and tools, tools, technologies, competencies, core
    competencies, expertise, languages, language skills, certificates, certifications, licences, licenses, licences and
    certificates, qualifications, education, training, education and training, courses, awards, memberships, kenntnisse,
    fahigkeiten, it-kenntnisse, edv-kenntnisse, fachkenntnisse, kompetenzen, sprachen, sprachkenntnisse, zertifikate,
    ausbildung, bildung, weiterbildung, weiterbildungen, studium, fuhrerschein, habilidades, competencias, conocimientos,
    conocimientos tecnicos, aptitudes, idiomas, certificados, certificaciones, formacion, formacion academica, educacion,
    estudios, cursos, conhecimentos, linguas, certificacoes, formacao, formacao academica, educacao, habilitacoes`,
  story: `experience, work experience, professional experience, employment, employment history, career, career history, work
    history, projects, volunteering, volunteer work, summary, profile, professional summary, about me, objective,
    achievements, berufserfahrung, berufliche erfahrung, beruflicher werdegang, werdegang, praxis, praktika, projekte, profil,
    kurzprofil, uber mich, ehrenamt, experiencia, experiencia laboral, experiencia profesional, proyectos, perfil, sobre mi,
    voluntariado, logros, experiencia profissional, percurso profissional, projetos, resumo, sobre mim`,
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
  return byPhrase.get(folded(line));
}
