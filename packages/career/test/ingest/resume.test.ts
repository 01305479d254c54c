import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { tidyMarkdown } from '../../src/ingest/hygiene.js';
import { proposeAtoms } from '../../src/ingest/propose-atoms.js';
import { readResume } from '../../src/ingest/resume.js';
import { VocabularyBook } from '../../src/taxonomy/vocabulary-book.js';
import { acceptance, ofKind } from '../parity-cases.js';
import { docxWith, paragraph, pdfWith, scannedPage, tableOf, textBox } from './made-documents.js';

describe('reading a resume', () => {
  test('gives the text of a PDF line by line', async () => {
    const bytes = pdfWith([
      { x: 50, y: 780, text: 'Ada Example' },
      { x: 50, y: 760, text: 'Ran Kubernetes clusters for six years' },
      { x: 50, y: 740, text: 'Wrote C++ (and some Rust)' },
    ]);
    const { markdown, method } = await readResume('ada.pdf', bytes);
    expect(method).toBe('pdf-text-layout-v3');
    expect(markdown).toBe('# Resume\n\nAda Example\nRan Kubernetes clusters for six years\nWrote C++ (and some Rust)');
  });

  test('reads two columns one after the other', async () => {
    const left = [
      'Experience',
      'Baker at Crumb',
      'Made bread daily',
      'Led four people',
      'Opened a shop',
      'Trained staff',
    ];
    const right = ['Skills', 'Sourdough', 'Pastry', 'Food safety', 'Stock control', 'Invoices'];
    const placed = left.flatMap((text, row) => [
      { x: 40, y: 700 - row * 20, text },
      { x: 330, y: 700 - row * 20, text: right[row] ?? '' },
    ]);
    const { markdown } = await readResume('two.pdf', pdfWith(placed));
    expect(markdown.split('\n').slice(2)).toEqual([...left, ...right]);
  });

  test('reads a narrow column beside a wide one between the name on top and the line at the foot', async () => {
    const skills = ['Skills', 'Welding', 'Riveting', 'Soldering', 'First aid', 'Forklift', 'German'];
    const work = [
      'Work',
      'Shipyard, 2012',
      'Welded hulls',
      'Led six welders',
      'Garage, 2008',
      'Mended cars',
      'Sold parts',
    ];
    const rows = skills.flatMap((text, row) => [
      { x: 40, y: 700 - row * 20, text },
      { x: 180, y: 700 - row * 20, text: work[row] ?? '' },
    ]);
    const name = { x: 40, y: 780, text: 'Bo Example, welder and team leader at the harbour' };
    const foot = { x: 40, y: 60, text: 'Curriculum vitae of Bo Example, page one of one' };
    const { markdown } = await readResume('bands.pdf', pdfWith([name, ...rows, foot]));
    expect(markdown.split('\n').slice(2)).toEqual([name.text, ...skills, ...work, foot.text]);
  });

  test('keeps a single column with dates at the right margin in its order', async () => {
    const jobs = Array.from({ length: 8 }, (_, n) => `Worked on vessel number ${n} as second engineer of the watch`);
    const placed = jobs.flatMap((text, row) => [
      { x: 40, y: 700 - row * 20, text },
      { x: 480, y: 700 - row * 20, text: `20${10 + row}` },
    ]);
    const { markdown } = await readResume('dates.pdf', pdfWith(placed));
    expect(markdown).toContain(`${jobs[0]} 2010\n${jobs[1]} 2011`);
  });

  test('leaves out what a browser prints around a page, and nothing that only looks a little like it', async () => {
    const printed = [
      { x: 24, y: 820, text: '11/18/26, 8:43 PM' },
      { x: 280, y: 820, text: 'My resume' },
      { x: 40, y: 780, text: 'Ada Example' },
      { x: 40, y: 600, text: 'Ran Kubernetes clusters for six years' },
      { x: 40, y: 60, text: 'German (B1)' },
      { x: 24, y: 20, text: 'file:///home/ada/resume.html' },
      { x: 560, y: 20, text: '1/1' },
    ];
    const { markdown } = await readResume('ada.pdf', pdfWith(printed));
    expect(markdown.split('\n').filter(Boolean)).toEqual([
      '# Resume',
      'Ada Example',
      'Ran Kubernetes clusters for six years',
      'German (B1)',
    ]);
    // A font with ligatures gives what stands close in two pieces; another size of the letters does so as well.
    const ligature = 'BT /F1 11.5 Tf 1 0 0 1 24 20 Tm (fi) Tj /F1 11 Tf (le:///home/ada/resume.html) Tj ET';
    const rest = printed.filter(({ text }) => !text.startsWith('file'));
    expect((await readResume('ada.pdf', pdfWith(rest, '', ligature))).markdown).toBe(markdown);
    const own = [
      { x: 40, y: 780, text: '11/2018, 8 months: night nurse' },
      { x: 40, y: 60, text: 'https://ada.example/portfolio' },
    ];
    const { markdown: kept } = await readResume('ada.pdf', pdfWith(own));
    expect(kept).toContain('8 months');
    expect(kept).toContain('https://ada.example/portfolio');
  });

  test('joins words that a line end cut in two', async () => {
    const bytes = pdfWith([
      { x: 50, y: 700, text: 'Responsible for the main-' },
      { x: 50, y: 680, text: 'tenance of twelve lifts' },
    ]);
    expect((await readResume('cut.pdf', bytes)).markdown).toContain('the maintenance of twelve lifts');
  });

  test('gives paragraphs and table cells of a DOCX in order', async () => {
    const body =
      paragraph('Nurse &amp; team lead') +
      tableOf('2019', 'Surgical ward, six patients') +
      paragraph('Gave medication');
    const { markdown, method } = await readResume('nurse.docx', docxWith(body));
    expect(method).toBe('docx-mammoth-v2');
    expect(markdown).toMatch(/Nurse & team lead[\s\S]*2019[\s\S]*Surgical ward, six patients[\s\S]*Gave medication/);
  });

  test.each(['with copy', 'without copy'] as const)(
    'keeps the words of a text box %s for older readers',
    async (copy) => {
      const body = paragraph('Nurse in a surgical ward') + textBox('Languages: German &amp; French', copy);
      const { markdown } = await readResume('box.docx', docxWith(body));
      expect(markdown.match(/Languages: German & French/g)).toHaveLength(1);
    },
  );

  test('says aloud that a scan holds no text', async () => {
    await expect(readResume('scan.pdf', pdfWith([], '', scannedPage))).rejects.toMatchObject({
      kind: 'EXTRACTION_EMPTY',
      message: '"scan.pdf" holds no text: its pages are pictures, as a scanner makes them.',
      suggestion: expect.stringContaining('OCR'),
    });
  });

  test('understands the Windows code page', async () => {
    const bytes = Uint8Array.from('Café manager in Zürich for five long years', (one) => one.charCodeAt(0));
    expect((await readResume('old.txt', bytes)).markdown).toContain('Café manager in Zürich');
  });

  test('turns JSON Resume into sections', async () => {
    const source = {
      basics: { name: 'Bo Example' },
      work: [{ name: 'Harbour', position: 'Crane driver', highlights: ['Moved 400 containers a shift'] }],
      skills: [{ name: 'Licences', keywords: ['forklift', 'HGV'] }],
    };
    const { markdown } = await readResume('bo.json', strToU8(JSON.stringify(source)));
    expect(markdown).toBe(
      '# Bo Example\n\n## Experience\n\n### Crane driver, Harbour\n- Moved 400 containers a shift\n\n## Skills\n\n- Licences: forklift, HGV',
    );
  });

  test.each([
    ['EXTRACTION_EMPTY', 'scan.pdf', () => pdfWith([])],
    [
      'ENCRYPTED',
      'locked.pdf',
      () =>
        pdfWith(
          [{ x: 1, y: 1, text: 'x' }],
          `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >> /ID [<00><00>] `,
        ),
    ],
    ['UNSUPPORTED', 'program.pdf', () => Uint8Array.from([0x4d, 0x5a, 0, 0, 1, 2, 3])],
    ['UNSUPPORTED', 'broken.docx', () => strToU8('PK\u0003\u0004 nothing more')],
    ['UNSUPPORTED', 'list.json', () => strToU8('[1, 2')],
    ['TOO_LARGE', 'huge.txt', () => new Uint8Array(21 * 1024 * 1024).fill(97)],
    ['TOO_LARGE', 'bomb.docx', () => zipSync({ 'word/document.xml': new Uint8Array(30 * 1024 * 1024) }, { level: 9 })],
  ])('says %s for %s', async (kind, name, bytes) => {
    await expect(readResume(name, bytes())).rejects.toMatchObject({ kind });
  });
});

test('proposed atoms quote their line, stay unverified claims and name what they know', () => {
  const markdown =
    '# Resume\n\n## Platform engineer\n- Ran 40 Kubernetes clusters. Wrote Terraform for AWS.\n- a@b.c\n\n## Hobbies\n- I like to swim a lot\n';
  const where = {
    title: 'Platform engineer',
    role: { title: 'Platform engineer' },
    kind: 'work',
    lines: [4, 4],
    span: [31, 85],
  };
  expect(proposeAtoms(markdown, new VocabularyBook(), '2026-01')).toEqual([
    { ...where, claim: 'Ran 40 Kubernetes clusters', tags: ['kubernetes'] },
    { ...where, claim: 'Wrote Terraform for AWS', tags: ['terraform', 'aws'] },
  ]);
});

test('proposed atoms lose nothing that is short, and take no address for a claim', () => {
  const markdown = `# Ada Example

12 Mill Lane, Leeds, LS1 4AB
+44 113 496 0000
ada@example.org

## Experience

### Nurse, St. Mary's (2019 to 2024)
- Cared for twelve patients on a surgical
  ward with high turnover
- Studied at the University of St. Gallen. Wrote a thesis on triage.

SKILLS
Tools: Excel, SAP (MM, SD)
First aid

Sprachen
Deutsch (C1), Englisch

## References
- Bo knows me well and long
`;
  const claims = proposeAtoms(markdown, new VocabularyBook(), '2026-01');
  expect(claims.map(({ claim, title }) => [claim, title])).toEqual([
    ["Nurse, St. Mary's (2019 to 2024)", "Nurse, St. Mary's (2019 to 2024)"],
    ['Cared for twelve patients on a surgical ward with high turnover', "Nurse, St. Mary's (2019 to 2024)"],
    ['Studied at the University of St. Gallen', "Nurse, St. Mary's (2019 to 2024)"],
    ['Wrote a thesis on triage', "Nurse, St. Mary's (2019 to 2024)"],
    ['Excel', 'SKILLS'],
    ['SAP (MM, SD)', 'SKILLS'],
    ['First aid', 'SKILLS'],
    ['Deutsch (C1)', 'Sprachen'],
    ['Englisch', 'Sprachen'],
  ]);
  expect(claims[1]?.lines).toEqual([10, 11]);
  const role = { title: 'Nurse', employer: "St. Mary's", from: '2019', to: '2024' };
  expect(claims.map((one) => one.role)).toEqual([...Array(4).fill(role), ...Array(5).fill(undefined)]);
});

test('a heading without dates ends the job above it, and a deeper one divides it', () => {
  const markdown = `# Ada Example

## Engineer, Northwind, 2019 to 2025
### What I did there
- Ran forty clusters

## Guide, harbour museum
- Gave tours every Sunday
`;
  const claims = proposeAtoms(markdown, new VocabularyBook(), '2026-01');
  expect(claims.slice(1).map(({ claim, role }) => [claim, role?.employer, role?.from])).toEqual([
    ['Ran forty clusters', 'Northwind', '2019'],
    ['Gave tours every Sunday', 'harbour museum', undefined],
  ]);
});

describe.skipIf(acceptance.absent)('hygiene, as the original does it', () => {
  test.each(ofKind('hygiene'))('%s', (_, { input, expected }) => {
    expect(tidyMarkdown(input.text)).toBe(expected);
  });
});
