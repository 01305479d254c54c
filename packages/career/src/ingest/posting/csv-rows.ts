/** A list of postings, a row each, as spreadsheets and job boards export it. */
import { parse } from 'csv-parse/sync';
import { careerFault } from '../../faults.js';
import { folded, kindOfHeading } from './headings/index.js';
import { listedItems } from './listed-items.js';
import type { PostingFacts } from './posting-facts.js';

type Column = keyof PostingFacts | 'text' | 'required' | 'preferred';

/** Looked for anywhere in a name of a column, in this order: "Job URL" is an address and no job. */
const facts: readonly (readonly [keyof PostingFacts, RegExp])[] = [
  ['url', /\b(?:url|link|web|enlace|liga|address of posting)/],
  [
    'company',
    /compan|employer|organi[sz]ation|firma|unternehmen|arbeitgeber|betrieb|empresa|empleador|empregador|entidad/,
  ],
  ['deadline', /deadline|closing|valid|apply by|frist|plazo|fecha l|prazo|data limite/],
  ['pay', /salary|\bpay|compensation|wage|gehalt|lohn|vergutung|salario|sueldo|retribucion|remunera|vencimento/],
  [
    'location',
    /location|city|town|\bplace|\bort\b|standort|arbeitsort|einsatzort|ubicacion|ciudad|localidad|\blocal|cidade|lugar/,
  ],
  [
    'role_title',
    /title|titel|position|\brole\b|\bjob$|vacancy|stelle|bezeichnung|beruf|puesto|cargo|\bvaga|funcao|posicion/,
  ],
];
const told = /descri|details|\btext|posting|\bbody|beschreibung|summary|resumen|resumo/;

export interface CsvPosting {
  readonly facts: PostingFacts;
  readonly text: string;
}

export function rowsOfCsv(text: string): CsvPosting[] {
  const rows = parsed(text);
  const columns = new Map<Column, string[]>();
  for (const header of Object.keys(rows[0] ?? {})) {
    const column = columnOf(header);
    if (column !== undefined) columns.set(column, [...(columns.get(column) ?? []), header]);
  }
  if (!columns.has('role_title') && !columns.has('text') && !columns.has('required')) {
    throw careerFault('UNSUPPORTED', 'No column of this list names jobs or describes them.', {
      suggestion: 'Name the columns in the first row: company, title, location, requirements, description, url.',
    });
  }
  return rows.map((row) => {
    const cell = (column: Column) =>
      (columns.get(column) ?? [])
        .map((header) => row[header]?.trim() ?? '')
        .filter((said) => said !== '')
        .join('\n');
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

/** What a column holds: a list of what is asked, a fact, or the posting itself. Its name reads like a heading. */
function columnOf(header: string): Column | undefined {
  const said = folded(header);
  const fact = facts.find(([, name]) => name.test(said))?.[0];
  const kind = kindOfHeading(header);
  const isListed = kind === 'required' || kind === 'preferred';
  if (told.test(said)) return 'text';
  return isListed && fact !== 'role_title' && fact !== 'url' ? kind : fact;
}

function factsOf(cell: (column: Column) => string): PostingFacts {
  const known = facts.map(([name]) => [name, cell(name).split('\n')[0] ?? ''] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== ''));
}

function textOf(cell: (column: Column) => string): string {
  const listed = (column: 'required' | 'preferred', heading: string) => {
    const items = listedItems(cell(column));
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
