/** One resume in every format people have it in, made by the libraries they are usually made with. */
import { strToU8, zipSync } from 'fflate';
import { docxOf, type Line, pdfOf } from './typeset.js';

interface Job {
  readonly title: string;
  readonly employer: string;
  readonly from: string;
  readonly to: string;
  readonly done: readonly string[];
}

const jobs: readonly Job[] = [
  {
    title: 'Senior Platform Engineer',
    employer: 'Northwind Ltd',
    from: '2019-04',
    to: '2024-03',
    done: [
      'Ran 40 Kubernetes clusters for the payment systems of three banks in Germany, Austria and Switzerland over five years',
      'Wrote Terraform modules for AWS that twelve teams of the company use for all of their services and environments',
      'Introduced continuous delivery with GitHub Actions and cut the time from commit to release from days to minutes for Northwind Payments',
    ],
  },
  {
    title: 'Backend Developer',
    employer: 'Contoso GmbH',
    from: '2015-01',
    to: '2019-03',
    done: ['Built Python services with PostgreSQL', 'Taught new colleagues how to write tests'],
  },
];
const degree = { title: 'BSc Computer Science', school: 'University of St. Gallen', from: '2011', to: '2014' };
const skills = ['Kubernetes', 'Terraform', 'Python', 'SQL'];
const languages = ['German (native)', 'English (C1)'];
const certificates = ['AWS Solutions Architect', 'PRINCE2 Foundation'];
const [name, email] = ['Ada Example', 'ada@example.org'];

const lines: readonly Line[] = [
  ['name', name],
  ['contact', email],
  ['contact', '12 Mill Lane, Leeds, LS1 4AB'],
  ['part', 'Experience'],
  ...jobs.flatMap(({ title, employer, from, to, done }): Line[] => [
    ['role', `${title}, ${employer} (${from} – ${to})`],
    ...done.map((text): Line => ['point', text]),
  ]),
  ['part', 'Education'],
  ['role', `${degree.title}, ${degree.school} (${degree.from} – ${degree.to})`],
  ['part', 'Skills'],
  ['list', skills.join(', ')],
  ['part', 'Certificates'],
  ...certificates.map((text): Line => ['point', text]),
  ['part', 'Languages'],
  ['list', languages.join(', ')],
];

const marks = { name: '# ', contact: '', part: '## ', role: '### ', point: '- ', list: '' };

function markdown(): Uint8Array {
  return strToU8(lines.map(([is, text]) => `${marks[is]}${text}`).join('\n\n'));
}

function jsonResume(): Uint8Array {
  return strToU8(
    JSON.stringify({
      basics: { name, email },
      work: jobs.map(({ title, employer, from, to, done }) => ({
        name: employer,
        position: title,
        startDate: from,
        endDate: to,
        highlights: done,
      })),
      education: [
        { institution: degree.school, studyType: 'BSc', area: 'Computer Science', startDate: '2011', endDate: '2014' },
      ],
      skills: skills.map((skill) => ({ name: skill })),
      certificates: certificates.map((certificate) => ({ name: certificate })),
      languages: [
        { language: 'German', fluency: 'native' },
        { language: 'English', fluency: 'C1' },
      ],
    }),
  );
}

const csv = (...rows: readonly (readonly string[])[]) =>
  strToU8(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'));

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const spoken = (month: string) => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

function linkedIn(): Uint8Array {
  return zipSync({
    'Profile.csv': csv(['First Name', 'Last Name', 'Headline'], ['Ada', 'Example', '']),
    'Positions.csv': csv(
      ['Company Name', 'Title', 'Description', 'Location', 'Started On', 'Finished On'],
      ...jobs.map((job) => [job.employer, job.title, job.done.join('\n'), '', spoken(job.from), spoken(job.to)]),
    ),
    'Education.csv': csv(
      ['School Name', 'Start Date', 'End Date', 'Notes', 'Degree Name'],
      [degree.school, degree.from, degree.to, '', degree.title],
    ),
    'Skills.csv': csv(['Name'], ...skills.map((skill) => [skill])),
    'Certifications.csv': csv(['Name', 'Url', 'Authority'], ...certificates.map((one) => [one, '', ''])),
    'Languages.csv': csv(['Name', 'Proficiency'], ['German', 'native'], ['English', 'C1']),
  });
}

export const sameResume: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'ada.md': markdown,
  'ada.pdf': () => pdfOf(lines),
  'ada.docx': () => docxOf(lines),
  'ada.json': jsonResume,
  'ada.zip': linkedIn,
};
