/**
 * What LinkedIn gives to those who ask for a copy of their data: a ZIP file with a table for each part of the profile. It lies in
 * a folder or not, begins with a byte order mark or not, and some tables have notes above the names of their columns.
 */
import { own } from '@quadrivium/kernel/essentials';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { careerFault } from '../faults.js';
import { largestDocument } from './limits.js';
import { columnNames, type LinkedInTable, linkedInTables } from './linkedin-columns.js';
import { markdownOfResume, type ResumeData } from './resume/resume-markdown.js';
import { decodeText } from './source-format.js';

type Row = Readonly<Record<string, string | undefined>>;

export function markdownOfLinkedIn(bytes: Uint8Array): string {
  const tables = tablesIn(bytes);
  const rows = (name: LinkedInTable) => tables.get(name) ?? [];
  const [profile] = rows('profile');
  const resume: ResumeData = {
    basics: {
      name: [profile?.firstName, profile?.lastName].filter(Boolean).join(' ') || 'Resume',
      ...said('email', rows('email addresses').find(({ primary }) => primary !== 'No')?.email),
      ...said('phone', rows('phonenumbers')[0]?.number),
      ...said('label', profile?.headline),
      ...said('summary', profile?.summary),
    },
    work: rows('positions').map((row) => ({
      ...said('position', row.title),
      ...said('company', row.company),
      ...dates(row),
      ...story(row.description),
    })),
    projects: rows('projects').map((row) => ({ ...said('name', row.title), ...dates(row), ...story(row.description) })),
    volunteer: rows('volunteering').map((row) => ({
      ...said('position', row.role ?? row.title),
      ...said('organization', row.company),
      ...dates(row),
      ...story(row.description),
    })),
    education: rows('education').map((row) => ({
      ...said('institution', row.school),
      ...said('studyType', row.degree),
      ...said('startDate', row.from),
      ...said('endDate', row.to || row.from),
      ...(row.notes ? { courses: pointsOf(row.notes) } : {}),
    })),
    certificates: [
      ...rows('certifications').map((row) => ({
        ...said('name', row.name),
        ...said('issuer', row.authority),
        ...said('date', row.from),
      })),
      ...rows('courses').map((row) => said('name', row.name)),
    ],
    awards: rows('honors').map((row) => ({
      ...said('title', row.title),
      ...said('date', row.on),
      ...said('summary', row.description),
    })),
    publications: rows('publications').map((row) => ({
      ...said('name', row.name),
      ...said('publisher', row.publisher),
      ...said('releaseDate', row.on),
      ...said('summary', row.description),
    })),
    skills: rows('skills').map((row) => said('name', row.name)),
    languages: rows('languages').map((row) => ({ ...said('language', row.name), ...said('fluency', row.level) })),
  };
  return markdownOfResume(resume);
}

/** The tables we read, by the name of their file, whatever folder they lie in; messages and connections stay packed. */
function tablesIn(bytes: Uint8Array): ReadonlyMap<LinkedInTable, readonly Row[]> {
  let total = 0;
  const isRead = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (tableOf(name) === undefined) return false;
    total += originalSize;
    if (total <= largestDocument) return true;
    throw careerFault('TOO_LARGE', `The tables unpack to more than ${largestDocument} bytes.`);
  };
  const tables = new Map<LinkedInTable, readonly Row[]>();
  for (const [path, content] of Object.entries(unpacked(bytes, isRead))) {
    const table = tableOf(path);
    if (table !== undefined) tables.set(table, rowsOf(table, decodeText(content)));
  }
  return tables;
}

function unpacked(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter });
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'Fault') throw cause;
    throw careerFault('UNSUPPORTED', 'The ZIP file is damaged.', { cause, suggestion: 'Ask for the export again.' });
  }
}

function tableOf(path: string): LinkedInTable | undefined {
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\.csv$/i, '');
  return name === path.split('/').at(-1) ? undefined : linkedInTables.find((one) => one === name?.toLowerCase());
}

/** Without them nobody would know that something is missing. */
const chief: ReadonlySet<LinkedInTable> = new Set(['positions', 'education', 'skills']);

function rowsOf(table: LinkedInTable, text: string): Row[] {
  const lines = linesOf(text);
  const at = lines.findIndex((cells) => namesOf(table, cells).some(Boolean));
  if (at < 0 && lines.length > 0 && chief.has(table)) throw unknownColumns(table, lines[0] ?? []);
  const names = namesOf(table, lines[at] ?? []);
  return lines
    .slice(at < 0 ? lines.length : at + 1)
    .map((cells) => Object.fromEntries(names.flatMap((name, n) => (name && cells[n] ? [[name, cells[n]]] : []))));
}

const namesOf = (table: LinkedInTable, cells: readonly string[]) =>
  cells.map((cell) => own(columnNames[table], cell.toLowerCase()));

/** A quote that nobody closed is a quote. */
function linesOf(text: string): string[][] {
  const options = { relax_column_count: true, skip_empty_lines: true, trim: true, bom: true };
  try {
    return parse(text, options);
  } catch {
    return parse(text, { ...options, relax_quotes: true, quote: null });
  }
}

function unknownColumns(table: LinkedInTable, names: readonly string[]) {
  return careerFault(
    'UNSUPPORTED',
    `The table "${table}" of this LinkedIn export has columns that nobody here knows.`,
    {
      context: { table, columns: names.slice(0, 20) },
      suggestion: 'Ask LinkedIn for the export in English, or save the profile as PDF there and give that.',
    },
  );
}

function dates(row: Row) {
  return { ...said('startDate', row.from), ...said('endDate', row.to) };
}

/** A description is one text with its own line breaks. */
function story(description: string | undefined): { highlights?: string[] } {
  return description ? { highlights: pointsOf(description) } : {};
}

function pointsOf(text: string): string[] {
  return text
    .split(/\r?\n+/)
    .map((line) => line.replace(/^\s*[-*•–·]\s*/, '').trim())
    .filter((line) => line !== '');
}

function said<Field extends string>(field: Field, value: string | undefined): { [_ in Field]?: string } {
  return value ? ({ [field]: value } as { [_ in Field]?: string }) : {};
}
