/** Resumes with a column of dates, as most in German are: as a table of a Word file and as columns of a PDF. */
import { describe, expect, test } from 'vitest';
import { proposeAtoms } from '../../src/ingest/propose-atoms.js';
import { readResume } from '../../src/ingest/resume.js';
import { VocabularyBook } from '../../src/taxonomy/vocabulary-book.js';
import { docxWith, type Placed, paragraph, pdfWith } from './made-documents.js';

const book = new VocabularyBook();
const heading = (text: string) => `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (...lines: string[]) => `<w:tc>${lines.map(paragraph).join('')}</w:tc>`;
const table = (...rows: (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;

async function claimsOf(name: string, bytes: Uint8Array) {
  const { markdown } = await readResume(name, bytes);
  return proposeAtoms(markdown, book, '2026-11').map(({ kind, claim, role }) =>
    [kind, claim, role?.title, role?.from, role?.to].filter((one) => one !== undefined).join(' / '),
  );
}

/** The two jobs with what was done in them, the study, and the languages: by hand, from the texts below. */
const expected = (mark: string) => [
  `work / 04/2018 – heute${mark} Elektroniker, Förde Werft GmbH, Kiel / Elektroniker / 2018-04 / 2026-11`,
  'work / Wartung von Schaltanlagen bis 20 kV / Elektroniker / 2018-04 / 2026-11',
  `work / 08/2014 – 03/2018${mark} Monteur, Nordlicht Gebäudetechnik, Flensburg / Monteur / 2014-08 / 2018-03`,
  'work / Installation von Photovoltaikanlagen auf 60 Dächern / Monteur / 2014-08 / 2018-03',
  `education / 2011 – 2014${mark} Ausbildung zum Elektroniker, Stadtwerke Kiel / Ausbildung zum Elektroniker / 2011 / 2014`,
  'language / Deutsch (Muttersprache)',
  'language / Englisch (B2)',
  'certificate / Führerschein: Klasse B, BE',
];

const jobs = table(
  [cell('04/2018 –', 'heute'), cell('Elektroniker, Förde Werft GmbH, Kiel', 'Wartung von Schaltanlagen bis 20 kV.')],
  [
    cell('08/2014 – 03/2018'),
    cell('Monteur, Nordlicht Gebäudetechnik, Flensburg', 'Installation von Photovoltaikanlagen auf 60 Dächern.'),
  ],
);
const rest = [
  heading('Ausbildung'),
  table([cell('2011 – 2014'), cell('Ausbildung zum Elektroniker, Stadtwerke Kiel')]),
  heading('Kenntnisse'),
  table(
    [cell('Sprachen'), cell('Deutsch (Muttersprache), Englisch (B2)')],
    [cell('Führerschein'), cell('Klasse B, BE')],
  ),
].join('');

describe('a table of a Word file', () => {
  test('with dates and names of lists in its first column is read row by row', async () => {
    const body = `${paragraph('Jens Petersen')}${heading('Berufserfahrung')}${jobs}${rest}`;
    expect(await claimsOf('cv.docx', docxWith(body))).toEqual(expected(' |'));
  });

  test('that only places the page is read cell by cell, also with a table inside', async () => {
    const side = cell('Kenntnisse', 'Schaltanlagen prüfen', 'Pläne lesen', 'Stapler fahren', 'Löten');
    const main = `<w:tc>${paragraph('Berufserfahrung')}${jobs}</w:tc>`;
    const said = await claimsOf('cv.docx', docxWith(table([side, main])));
    expect(said.slice(0, 4)).toEqual([
      'skill / Schaltanlagen prüfen',
      'skill / Pläne lesen',
      'skill / Stapler fahren',
      'skill / Löten',
    ]);
    expect(said.slice(4)).toEqual(expected(' |').slice(0, 4));
  });
});

const at = (x: number, y: number, text: string): Placed => ({ x, y, text });
const rows = (top: number, ...lines: readonly (readonly [string, string])[]) =>
  lines.flatMap(([left, right], n) => [
    ...(left === '' ? [] : [at(50, top - n * 16, left)]),
    ...(right === '' ? [] : [at(170, top - n * 16, right)]),
  ]);

describe('a column of dates in a PDF', () => {
  const latin = (text: string) => text.replaceAll('–', '-');
  const page = [
    at(50, 790, 'Jens Petersen'),
    at(50, 760, 'Berufserfahrung'),
    ...rows(
      736,
      ['04/2018 -', 'Elektroniker, Förde Werft GmbH, Kiel'],
      ['heute', 'Wartung von Schaltanlagen bis 20 kV.'],
      ['08/2014 - 03/2018', 'Monteur, Nordlicht Gebäudetechnik, Flensburg'],
      ['', 'Installation von Photovoltaikanlagen auf 60 Dächern.'],
    ),
    at(50, 650, 'Ausbildung'),
    ...rows(626, ['2011 - 2014', 'Ausbildung zum Elektroniker, Stadtwerke Kiel']),
    at(50, 590, 'Kenntnisse'),
    ...rows(566, ['Sprachen', 'Deutsch (Muttersprache), Englisch (B2)'], ['Führerschein', 'Klasse B, BE']),
  ];

  test('belongs to what stands beside it, and so do names of lists', async () => {
    expect(await claimsOf('cv.pdf', pdfWith(page))).toEqual(expected(' |').map(latin));
  });
});

describe('points whose marks are drawn', () => {
  const page = (inset: number) => [
    at(50, 790, 'Marta Okafor'),
    at(50, 760, 'Experience'),
    at(50, 736, 'Senior Staff Nurse, Bristol Royal Infirmary'),
    at(430, 722, '03/2019 - present'),
    at(50 + inset, 708, 'Lead the resuscitation room of a department that sees many patients'),
    at(50 + inset, 694, 'Trained 24 newly qualified nurses'),
    at(50, 670, 'Staff Nurse, University of St. Gallen Hospital'),
    at(430, 656, '09/2015 - 02/2019'),
    at(50 + inset, 642, 'Cared for patients after cardiac surgery'),
  ];

  test('are told from the next job by where they begin', async () => {
    const said = await claimsOf('cv.pdf', pdfWith(page(18)));
    const second = 'Staff Nurse / 2015-09 / 2019-02';
    expect(said.slice(-2)).toEqual([
      `work / Staff Nurse, University of St. Gallen Hospital, 09/2015 - 02/2019 / ${second}`,
      `work / Cared for patients after cardiac surgery / ${second}`,
    ]);
    expect(said).toContain('work / Trained 24 newly qualified nurses / Senior Staff Nurse / 2019-03 / 2026-11');
  });

  test('are none where all below the headings begins farther in', async () => {
    const inside = [
      at(50, 760, 'Experience'),
      at(68, 736, 'Staff Nurse, Bristol Royal Infirmary, 03/2019 - present'),
      at(68, 722, 'Trained 24 newly qualified nurses'),
    ];
    const { markdown } = await readResume('cv.pdf', pdfWith([at(50, 790, 'Marta Okafor'), ...inside]));
    expect(markdown).toContain('\nStaff Nurse, Bristol');
  });
});

test('what is valid to a year goes on in the next line of a narrow column', async () => {
  const text = 'Marta Okafor\n\nCertificates\nNMC registration, valid to\n2027\nALS provider\n';
  const { markdown } = await readResume('cv.md', new TextEncoder().encode(text));
  const said = proposeAtoms(markdown, book, '2026-11').map(({ claim }) => claim);
  expect(said).toEqual(['NMC registration, valid to 2027', 'ALS provider']);
});
