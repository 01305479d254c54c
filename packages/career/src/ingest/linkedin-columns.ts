/** What the columns of a LinkedIn export are called, in English as LinkedIn writes them, and where somebody translated them. */

/** Each line is one field: its own name, then every name that its column may have. */
const fields = {
  profile: `firstName: first name, vorname, nombre, nome, primeiro nome
    lastName: last name, nachname, apellidos, apellido, sobrenome, apelido
    headline: headline, profilslogan, titular, título
    summary: summary, zusammenfassung, extracto, resumen, resumo, sobre`,
  positions: `company: company name, name des unternehmens, unternehmen, nombre de la empresa, empresa, nome da empresa
    title: title, position, jobbezeichnung, cargo, título, puesto
    description: description, beschreibung, descripción, descrição
    from: started on, beginn, beginn am, angefangen am, fecha de inicio, empezado el, data de início, início
    to: finished on, ende, beendet am, fecha de finalización, finalizado el, data de término, término`,
  education: `school: school name, name der schule, hochschule, nombre de la institución, nome da instituição, escuela, escola
    degree: degree name, abschluss, titulación, título, nome do diploma, formação acadêmica
    from: start date, startdatum, beginn, fecha de inicio, data de início
    to: end date, enddatum, ende, fecha de finalización, data de término
    notes: notes, anmerkungen, notas`,
  skills: `name: name, nombre, nome`,
  languages: `name: name, nombre, nome
    level: proficiency, kenntnisse, sprachkenntnisse, competencia, nivel, proficiência, nível`,
  certifications: `name: name, nombre, nome
    authority: authority, ausstellende organisation, autoridad, autoridade
    from: started on, beginn, beginn am, fecha de inicio, data de início`,
  projects: `title: title, titel, título
    description: description, beschreibung, descripción, descrição
    from: started on, beginn, beginn am, fecha de inicio, data de início
    to: finished on, ende, beendet am, fecha de finalización, data de término`,
  volunteering: `company: company name, organisation, organización, organização
    role: role, rolle, función, função
    description: description, beschreibung, descripción, descrição
    from: started on, beginn, beginn am, fecha de inicio, data de início
    to: finished on, ende, beendet am, fecha de finalización, data de término`,
  honors: `title: title, titel, título
    description: description, beschreibung, descripción, descrição
    on: issued on, ausgestellt am, fecha de emisión, emitido em`,
  courses: `name: name, nombre, nome`,
  publications: `name: name, nombre, nome
    publisher: publisher, verlag, editorial, editora
    on: published on, veröffentlicht am, publicado el, publicado em
    description: description, beschreibung, descripción, descrição`,
  'email addresses': `email: email address, e-mail-adresse, dirección de email, endereço de e-mail
    primary: primary, primär, principal, principal`,
  phonenumbers: `number: number, nummer, número`,
} as const;

export type LinkedInTable = keyof typeof fields;

export const linkedInTables = Object.keys(fields) as LinkedInTable[];

/** By table: the field that a column of this name holds. */
export const columnNames = Object.fromEntries(
  linkedInTables.map((table) => [
    table,
    Object.fromEntries(
      fields[table].split('\n').flatMap((line) => {
        const [field = '', names = ''] = line.trim().split(': ');
        return names.split(', ').map((name) => [name, field] as const);
      }),
    ),
  ]),
) as Readonly<Record<LinkedInTable, Readonly<Record<string, string>>>>;
