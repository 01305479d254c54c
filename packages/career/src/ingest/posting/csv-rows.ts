/** A list of postings, a row each, as spreadsheets and job boards export it. */
import { parse } from 'csv-parse/sync';
import { careerFault } from '../../faults.js';
import type { PostingFacts } from './posting-facts.js';

type Column = keyof PostingFacts | 'text' | 'required' | 'preferred';

const names: Readonly<Record<Column, RegExp>> = {
  company: /^(?:company|employer|organi[sz]ation|firma|unternehmen|arbeitgeber|empresa)/i,
  role_title: /^(?:(?:job|role|position)?[ _-]?title|position|role|job|stelle|stellentitel|puesto|cargo|vaga)$/i,
  location: /^(?:location|city|place|ort|standort|ubicaci[oó]n|ciudad|local|localiza|cidade)/i,
  pay: /^(?:salary|pay|compensation|gehalt|salario|sueldo|sal[aá]rio|remunera)/i,
  deadline: /^(?:deadline|closing|valid|frist|bewerbungsfrist|plazo|fecha l|prazo|data limite)/i,
  url: /^(?:url|link|job[ _-]?url|enlace)/i,
  preferred: /^(?:nice|preferred|desirable|bonus|wünschenswert|von vorteil|deseable|desej|diferencia)/i,
  required: /^(?:requirements?|required|qualifications?|skills|must|anforderungen|profil|requisitos|qualifica)/i,
  text: /^(?:description|job[ _-]?description|details|text|posting|body|beschreibung|stellenbeschreibung|descripci[oó]n|descri[cç][aã]o)/i,
};

export interface CsvPosting {
  readonly facts: PostingFacts;
  readonly text: string;
}

export function rowsOfCsv(text: string): CsvPosting[] {
  const rows = parsed(text);
  const columns = new Map(Object.keys(rows[0] ?? {}).flatMap((header) => columnOf(header)));
  if (!columns.has('role_title') && !columns.has('text') && !columns.has('required')) {
    throw careerFault('UNSUPPORTED', 'No column of this list names jobs or describes them.', {
      suggestion: 'Name the columns in the first row: company, title, location, requirements, description, url.',
    });
  }
  return rows.map((row) => {
    const cell = (column: Column) => row[columns.get(column) ?? '']?.trim() ?? '';
    return { facts: factsOf(cell), text: textOf(cell) };
  });
}

function parsed(text: string): Record<string, string>[] {
  const delimiter = separatorOf(text);
  try {
    return parse(text, {
      columns: true,
      delimiter,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      bom: true,
    });
  } catch (cause) {
    throw careerFault('UNSUPPORTED', 'This is not a list as CSV.', {
      cause,
      suggestion: 'Save it as CSV with a row of column names, and quotes around texts of several lines.',
    });
  }
}

/** What parts most names in the first row. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: header.split(mark).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

function columnOf(header: string): [Column, string][] {
  const found = (Object.keys(names) as Column[]).find((column) => names[column].test(header.trim()));
  return found === undefined ? [] : [[found, header]];
}

function factsOf(cell: (column: Column) => string): PostingFacts {
  const facts = ['company', 'role_title', 'location', 'pay', 'deadline', 'url'] as const;
  return Object.fromEntries(facts.map((name) => [name, cell(name)] as const).filter(([, value]) => value !== ''));
}

function textOf(cell: (column: Column) => string): string {
  const listed = (column: 'required' | 'preferred', heading: string) => {
    const items = cell(column)
      .split(/\s*(?:\n|;|\||•)\s*/)
      .filter((item) => item !== '');
    return items.length === 0
      ? ''
      : [`## ${heading}`, ...items.map((item) => `- ${item.replace(/^[-*]\s+/, '')}`)].join('\n');
  };
  const title = cell('role_title');
  return [
    title === '' ? '' : `# ${title}`,
    cell('text'),
    listed('required', 'Requirements'),
    listed('preferred', 'Nice to have'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
