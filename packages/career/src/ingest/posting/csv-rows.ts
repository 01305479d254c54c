/** A list of postings, a row each, as spreadsheets and job boards export it. */
import { parse } from 'csv-parse/sync';
import { careerFault } from '../../faults.js';
import { doesAsk } from './clauses.js';
import { offers } from './cues/offering.js';
import { opensWithNoun } from './cues/opening.js';
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
  const { names, rows } = tableOf(text);
  const columns = new Map<Column, number[]>();
  for (const [at, name] of names.entries()) {
    const cells = rows.map((row) => row[at] ?? '').filter((said) => said !== '');
    const column = columnOf(name) ?? columnByCells(cells);
    if (column !== undefined) columns.set(column, [...(columns.get(column) ?? []), at]);
  }
  if (!columns.has('role_title') && !columns.has('text') && !columns.has('required')) {
    throw careerFault('UNSUPPORTED', 'No column of this list names jobs or describes them.', {
      suggestion: 'Name the columns in the first row: company, title, location, requirements, description, url.',
    });
  }
  return rows.map((row) => {
    const cells = (column: Column) =>
      (columns.get(column) ?? []).map((at) => row[at] ?? '').filter((said) => said !== '');
    return { facts: factsOf(cells), text: textOf(cells) };
  });
}

interface CsvTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lines that may stand above the names of the columns: a title, a date, nothing. */
const mostAbove = 10;

/** Spreadsheets in which a comma parts decimals say in a first line what parts the cells. */
const saysSeparator = /^sep=(.)\n/i;

function tableOf(text: string): CsvTable {
  const said = saysSeparator.exec(text);
  const list = said === null ? text : text.slice(said[0].length);
  const marks = said?.[1] === undefined ? [',', ';', '\t', '|'] : [said[1]];
  const known = marks.map((mark) => ({ mark, ...headerAmong(linesOf(list, mark, mostAbove) ?? []) }));
  const best = known.reduce((one, other) => (other.columns > one.columns ? other : one));
  const lines = linesOf(list, best.mark);
  if (lines === undefined) throw noList();
  const [names = [], ...rows] = lines.slice(best.at);
  return { names, rows };
}

/** The line that names most columns we know, and of such the one with most names. */
function headerAmong(lines: readonly (readonly string[])[]): { readonly at: number; readonly columns: number } {
  const counted = lines.map((line) => {
    const names = line.filter((name) => name !== '' && name.length <= longestName);
    return names.filter((name) => columnOf(name) !== undefined).length + names.length / 1000;
  });
  const columns = Math.max(0, ...counted);
  return { at: Math.max(0, counted.indexOf(columns)), columns };
}

const longestName = 60;

/** Undefined where quotes and separators do not fit together; a quote within a word is one. */
function linesOf(text: string, delimiter: string, to?: number): string[][] | undefined {
  const options = {
    delimiter,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    trim: true,
    bom: true,
    ...(to === undefined ? {} : { to }),
  };
  for (const relax_quotes of [false, true]) {
    try {
      return parse(text, { ...options, relax_quotes });
    } catch {
      // The looser form may be read.
    }
  }
  return undefined;
}

const noList = () =>
  careerFault('UNSUPPORTED', 'This is not a list as CSV.', {
    suggestion: 'Save it as CSV with a row of column names, and quotes around texts of several lines.',
  });

/** Short names of columns that no heading would have: "Muss", "req_1", "Licencia". */
const asking: readonly (readonly ['required' | 'preferred', RegExp])[] = [
  [
    'preferred',
    /^(?:kann|nice|plus|opt\w*|wunsch\w*|desea\w*|deseja\w*|desir\w*|prefer\w*|valor\w*|extra\w*|bonus|advantage\w*|pluspunkt\w*|diferencia\w*)(?: \w+)?$/,
  ],
  [
    'required',
    /^(?:muss|must|req\w*|needs?|needed|wanted|asked|erwartet\w*|anforderung\w*|voraussetzung\w*|abschluss|nachweise?|licen\w*|licenc\w*|carnet?s?|permisos?|permit\w*|clearance|checks?|dbs|criteri\w*|kriteri\w*|exig\w*|requisito\w*|qualif\w*|skills?|kenntnis\w*|erfahrung\w*|experien\w*|formac\w*|titul\w*|estudios|conoc\w*|conhec\w*|habil\w*|perfil|profil\w*|idiom\w*|languages?|sprach\w*|education|escolaridad\w*|competen\w*|certific\w*|zertifik\w*)(?: \w+){0,2}$/,
  ],
];

/** What the cells of a column with an unheard-of name hold: lists of what is asked, or sentences. */
function columnByCells(cells: readonly string[]): Column | undefined {
  const items = cells.flatMap(listedItems);
  const wordy = items.filter((item) => item.split(/\s+/).length > 1);
  if (wordy.length < cells.length / 2 || cells.length === 0) return undefined;
  const share = items.filter((item) => opensWithNoun(item) || doesAsk(item)).length / items.length;
  if (share > 1 / 2 && !items.some((item) => offers.test(item))) return 'required';
  return cells.some((said) => said.split(/\s+/).length >= fewestOfText) ? 'text' : undefined;
}

const fewestOfText = 6;

/** "We need" and "we would like" stand beside each other in a list, and the second is a wish. */
const wishedFor =
  /^(?:what )?(?:we )?(?:would|d) (?:also )?(?:like|love)(?: to see)?$|^(?:lo que )?nos gustaria\b|^(?:o que )?gostariamos\b|^(?:was )?wir (?:uns )?(?:wunschen|wunschen wurden)$/;

/** What a column holds: a list of what is asked, a fact, or the posting itself. Its name reads like a heading. */
function columnOf(header: string): Column | undefined {
  const said = folded(header.replace(/[_\d.]+/g, ' '));
  const fact = facts.find(([, name]) => name.test(said))?.[0];
  const kind =
    (wishedFor.test(said) ? 'preferred' : kindOfHeading(said)) ??
    (fact === undefined ? asking.find(([, name]) => name.test(said))?.[0] : undefined);
  const isListed = kind === 'required' || kind === 'preferred';
  if (told.test(said)) return 'text';
  return isListed && fact !== 'role_title' && fact !== 'url' ? kind : fact;
}

function factsOf(cells: (column: Column) => readonly string[]): PostingFacts {
  const known = facts.map(([name]) => [name, cells(name)[0]?.split('\n')[0] ?? ''] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== ''));
}

function textOf(cells: (column: Column) => readonly string[]): string {
  const listed = (column: 'required' | 'preferred', heading: string) => {
    const items = cells(column).flatMap(listedItems);
    return items.length === 0
      ? ''
      : [`## ${heading}`, ...items.map((item) => `- ${item.replace(/^[-*]\s+/, '')}`)].join('\n');
  };
  const title = cells('role_title').join('\n');
  return [
    title === '' ? '' : `# ${title}`,
    cells('text').join('\n'),
    listed('required', 'Requirements'),
    listed('preferred', 'Nice to have'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
