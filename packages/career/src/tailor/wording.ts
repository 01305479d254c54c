/** The words of a document that claim nothing: headings and the forms of a letter. Everything else has a claim behind it. */
import type { ClaimKind } from '../domain/atom.js';
import type { DocumentLanguage } from './document.js';

interface Wording {
  readonly headings: Readonly<Record<ClaimKind, string>>;
  readonly present: string;
  readonly subject: string;
  readonly greeting: string;
  readonly bring: string;
  readonly closing: string;
  readonly regards: string;
  /** Around what others have said. */
  readonly quotes: readonly [string, string];
}

export const wordings: Readonly<Record<DocumentLanguage, Wording>> = {
  en: {
    headings: {
      summary: 'Profile',
      work: 'Experience',
      project: 'Projects',
      volunteering: 'Volunteering',
      education: 'Education',
      certificate: 'Certificates',
      skill: 'Skills',
      language: 'Languages',
    },
    present: 'present',
    subject: 'Application',
    greeting: 'Dear hiring team,',
    bring: 'You ask for the following; this is what I have done:',
    closing: 'I would be glad to tell you more in a conversation.',
    regards: 'Yours sincerely,',
    quotes: ['“', '”'],
  },
  de: {
    headings: {
      summary: 'Profil',
      work: 'Berufserfahrung',
      project: 'Projekte',
      volunteering: 'Ehrenamt',
      education: 'Ausbildung',
      certificate: 'Zertifikate',
      skill: 'Kenntnisse',
      language: 'Sprachen',
    },
    present: 'heute',
    subject: 'Bewerbung',
    greeting: 'Guten Tag,',
    bring: 'Sie suchen Folgendes; das habe ich getan:',
    closing: 'Gern erzähle ich Ihnen mehr in einem Gespräch.',
    regards: 'Mit freundlichen Grüßen',
    quotes: ['„', '“'],
  },
  es: {
    headings: {
      summary: 'Perfil',
      work: 'Experiencia',
      project: 'Proyectos',
      volunteering: 'Voluntariado',
      education: 'Formación',
      certificate: 'Certificados',
      skill: 'Conocimientos',
      language: 'Idiomas',
    },
    present: 'actualidad',
    subject: 'Candidatura',
    greeting: 'Estimado equipo:',
    bring: 'Ustedes piden lo siguiente; esto es lo que he hecho:',
    closing: 'Con gusto les contaré más en una entrevista.',
    regards: 'Atentamente,',
    quotes: ['«', '»'],
  },
  pt: {
    headings: {
      summary: 'Perfil',
      work: 'Experiência',
      project: 'Projetos',
      volunteering: 'Voluntariado',
      education: 'Formação',
      certificate: 'Certificados',
      skill: 'Competências',
      language: 'Idiomas',
    },
    present: 'atual',
    subject: 'Candidatura',
    greeting: 'Prezada equipe,',
    bring: 'Vocês pedem o seguinte; isto é o que fiz:',
    closing: 'Terei gosto em contar mais numa conversa.',
    regards: 'Atenciosamente,',
    quotes: ['“', '”'],
  },
};

const forms = new Set(
  Object.values(wordings).flatMap(({ headings, present: _, quotes: __, ...said }) => [
    ...Object.values(headings),
    ...Object.values(said),
  ]),
);

export function isForm(text: string): boolean {
  return forms.has(text);
}

/** The posting's words as such: nobody takes "I hold a degree", which it may ask for in these words, for the applicant's. */
export function quoted(text: string, language: DocumentLanguage): string {
  const [open, close] = wordings[language].quotes;
  return `${open}${text.replace(/[“”„«»"]/g, "'")}${close}`;
}
