/** Exports as LinkedIn gives them: tables by name, columns in English, some with a mark, a folder or notes above the names. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readResume } from '../../src/ingest/resume.js';
import { claimsOf } from '../labelled/resume-score.js';

const mark = '\uFEFF';
const notes = 'Notes:\n"When exporting your data, you may notice that some of it, such as emails, is missing."\n\n';
const tables: Record<string, string> = {
  'Profile.csv': `First Name,Last Name,Headline,Summary\nMarta,Okafor,Emergency nurse,"Nine years in hospitals.\nI lead shifts."\n`,
  'Positions.csv':
    'Company Name,Title,Description,Location,Started On,Finished On\nBristol Royal,Staff Nurse,"Led the resuscitation room.\n• Trained 24 new nurses","Bristol, UK",Mar 2019,\n',
  'Education.csv':
    'School Name,Start Date,End Date,Notes,Degree Name,Activities\nUniversity of St. Gallen,2012,2015,,BSc Nursing,Rowing\n',
  'Skills.csv': 'Name\nTriage\n',
  'Volunteering.csv':
    'Company Name,Role,Cause,Started On,Finished On,Description\nRed Cross,First aider,HEALTH,Jan 2018,,Taught 40 courses\n',
  'Projects.csv':
    'Title,Description,Url,Started On,Finished On\nTriage app,Built an app for 3 wards,,Jan 2021,Jun 2021\n',
  'Honors.csv': 'Title,Description,Issued On\nNurse of the year,,Jun 2022\n',
  'Courses.csv': 'Name,Number\nClinical leadership,CL1\n',
  'Email Addresses.csv': 'Email Address,Confirmed,Primary,Updated On\nmarta@example.org,Yes,Yes,1/1/20\n',
  'Connections.csv': `${notes}First Name,Last Name,URL\nIna,Nagel,x\n`,
};

const zipped = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const read = async (files: Record<string, string>) => (await readResume('export.zip', zipped(files))).markdown;

describe('a LinkedIn export', () => {
  test('is read with all that tells of what somebody did, and none of the people they know', async () => {
    const markdown = await read(tables);
    for (const said of ['Emergency nurse', 'Nine years', 'Trained 24', 'St. Gallen', 'Triage app', 'First aider'])
      expect(markdown).toContain(said);
    for (const said of ['Taught 40', 'Nurse of the year', 'Clinical leadership', 'marta@example.org'])
      expect(markdown).toContain(said);
    expect(markdown).not.toMatch(/Ina|Nagel|you may notice/);
  });

  test.each<[string, (name: string, text: string) => [string, string]]>([
    ['with byte order marks', (name, text) => [name, mark + text]],
    ['in a folder', (name, text) => [`Complete_LinkedInDataExport_11-19-2026/${name}`, text]],
    ['with notes above the names of columns', (name, text) => [name, mark + notes + text]],
    ['with line ends of Windows', (name, text) => [name, text.replaceAll('\n', '\r\n')]],
    [
      'with an unclosed quote in a table nobody reads',
      (name, text) => [name, name === 'Connections.csv' ? 'A\n"b' : text],
    ],
    [
      'with an unclosed quote in one that is read',
      (name, text) => [name, name === 'Courses.csv' ? 'Name\nThe "new\n' : text],
    ],
  ])('says the same %s', async (_, change) => {
    const other = Object.fromEntries(Object.entries(tables).map(([name, text]) => change(name, text)));
    const said = (markdown: string) => markdown.replace('Clinical leadership', '').replace('The "new', '');
    expect(said(await read(other))).toBe(said(await read(tables)));
  });

  test.each(['Profile.csv', 'Education.csv', 'Volunteering.csv'])('is read without %s', async (gone) => {
    const { [gone]: _, ...rest } = tables;
    expect(await read(rest)).toContain('Staff Nurse, Bristol Royal (Mar 2019 – present)');
  });

  test('is known by its tables also among thousands of files', async () => {
    const media = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`media/picture-number-${at}.csv`, 'a']));
    expect(await read({ ...tables, ...media })).toContain('Trained 24');
  });

  test('is read where somebody translated the names of columns', async () => {
    const markdown = await read({
      'Profile.csv': 'Vorname,Nachname,Zusammenfassung\nMarta,Okafor,Neun Jahre in Kliniken.\n',
      'Positions.csv':
        'Name des Unternehmens,Position,Beschreibung,Beginn,Ende\nKlinikum Kiel,Pflegefachfrau,Leitung der Notaufnahme,März 2019,\n',
    });
    expect(markdown).toContain('Pflegefachfrau, Klinikum Kiel (März 2019 – present)');
  });

  test.each([
    [
      'columns that nobody knows',
      { 'Positions.csv': '会社,役職\nA,B\n' },
      /The table "positions".*columns that nobody here knows/,
    ],
    [
      'no job, study or skill',
      { 'Connections.csv': tables['Connections.csv'] as string },
      /ask LinkedIn for the larger archive/,
    ],
  ])('with %s says so', async (_, files, message) => {
    await expect(read(files)).rejects.toThrow(message);
  });

  test('that is damaged is no bug of ours', async () => {
    const whole = zipped(tables);
    const at = new TextDecoder('latin1').decode(whole).indexOf('Positions.csv') + 20;
    const broken = Uint8Array.from(whole, (byte, n) => (n > at && n < at + 40 ? byte ^ 255 : byte));
    await expect(readResume('export.zip', broken)).rejects.toMatchObject({ kind: 'UNSUPPORTED' });
  });
});

describe('a JSON Resume as programs write it', () => {
  const claims = async (resume: object) =>
    (await claimsOf({ name: 'cv.json', as: undefined, text: JSON.stringify(resume), own: '', labels: [] })).map(
      ({ claim }) => claim,
    );
  const job = { name: 'Infirmary', position: 'Nurse', highlights: ['Cared for twelve patients at night'] };

  test('may hold null for what nobody filled in, and years as numbers', async () => {
    const work = [{ ...job, startDate: 2019, endDate: null, url: null }];
    expect(await claims({ basics: { name: 'Marta', summary: null }, work, skills: null })).toEqual([
      'Nurse, Infirmary (2019 – present)',
      'Cared for twelve patients at night',
    ]);
  });

  test('has dates in any form, and what is none is left out', async () => {
    const dated = (startDate: string, endDate: string) => ({ ...job, startDate, endDate });
    const work = [dated('2019-3', '2022/04/30'), dated('1552608000', '2019-13-40')];
    expect((await claims({ basics: { name: 'Marta' }, work })).filter((one) => one.includes('Infirmary'))).toEqual([
      'Nurse, Infirmary (2019-03 – 2022-04)',
      'Nurse, Infirmary (2019)',
    ]);
  });

  test('loses no project, award, publication or grade', async () => {
    const said = await claims({
      basics: { name: 'Marta' },
      projects: [{ name: 'Triage app', description: 'An app for wards', keywords: ['Python'], roles: ['Team lead'] }],
      awards: [{ title: 'Nurse of the year', summary: 'For a handover sheet' }],
      publications: [{ name: 'Handover that works', summary: 'On sheets of paper' }],
      education: [{ institution: 'University of St. Gallen', studyType: 'BSc', score: '1.3' }],
    });
    for (const one of [
      'Team lead',
      'Python',
      'An app for wards',
      'For a handover sheet',
      'On sheets of paper',
      'Grade: 1.3',
    ])
      expect(said).toContain(one);
  });
});

describe('bytes of a text', () => {
  const text = 'Marta Okafor\n\nErfahrung\nPflegefachfrau, Uniklinik Łódź – 2019 bis 2022\n';
  const wide = (littleEndian: boolean, withMark: boolean) => {
    const units = [...(withMark ? mark : ''), ...text].map((one) => one.charCodeAt(0));
    const view = new DataView(new ArrayBuffer(units.length * 2));
    for (const [at, unit] of units.entries()) view.setUint16(at * 2, unit, littleEndian);
    return new Uint8Array(view.buffer);
  };

  test.each([
    ['UTF-16 of Windows', wide(true, true)],
    ['UTF-16 of Windows without a mark', wide(true, false)],
    ['UTF-16 the other way round', wide(false, true)],
    ['UTF-8 with a mark', strToU8(mark + text)],
  ])('are read as %s', async (_, bytes) => {
    expect((await readResume('cv.txt', bytes)).markdown).toContain('Uniklinik Łódź – 2019 bis 2022');
  });
});
