/** What LinkedIn gives to those who ask for a copy of their data: a ZIP file with a table for each part of the profile. */
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { careerFault } from '../faults.js';
import { largestDocument } from './limits.js';
import { markdownOfResume, type ResumeData } from './resume/resume-markdown.js';
import { decodeText } from './source-format.js';

type Row = Readonly<Record<string, string | undefined>>;

export function markdownOfLinkedIn(bytes: Uint8Array): string {
  const tables = tablesIn(bytes);
  const rows = (name: string) => tables.get(name) ?? [];
  const [profile] = rows('profile');
  const resume: ResumeData = {
    basics: {
      name: [profile?.['First Name'], profile?.['Last Name']].filter(Boolean).join(' ') || 'Resume',
      ...said('summary', profile?.Summary || profile?.Headline),
    },
    work: rows('positions').map((row) => ({
      ...said('position', row.Title),
      ...said('company', row['Company Name']),
      ...said('startDate', row['Started On']),
      ...said('endDate', row['Finished On']),
      ...story(row.Description),
    })),
    education: rows('education').map((row) => ({
      ...said('institution', row['School Name']),
      ...said('studyType', row['Degree Name']),
      ...said('startDate', row['Start Date']),
      ...said('endDate', row['End Date'] || row['Start Date']),
      ...(row.Notes ? { courses: pointsOf(row.Notes) } : {}),
    })),
    certificates: rows('certifications').map((row) => ({
      ...said('name', row.Name),
      ...said('issuer', row.Authority),
      ...said('date', row['Started On']),
    })),
    skills: rows('skills').map((row) => said('name', row.Name)),
    languages: rows('languages').map((row) => ({ ...said('language', row.Name), ...said('fluency', row.Proficiency) })),
  };
  return markdownOfResume(resume);
}

/** The tables by the name of their file, whatever folder they lie in. */
function tablesIn(bytes: Uint8Array): ReadonlyMap<string, readonly Row[]> {
  let total = 0;
  const isTable = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.csv$/i.test(name)) return false;
    total += originalSize;
    if (total <= largestDocument) return true;
    throw careerFault('TOO_LARGE', `The tables unpack to more than ${largestDocument} bytes.`);
  };
  const files = Object.entries(unzipSync(bytes, { filter: isTable }));
  return new Map(files.map(([name, content]) => [tableName(name), rowsOf(decodeText(content))] as const));
}

const tableName = (path: string) =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\.csv$/i, '')
    .toLowerCase() ?? path;

function rowsOf(table: string): Row[] {
  return parse(table, {
    columns: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }) as Row[];
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
