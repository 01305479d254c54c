import { expect, test } from 'vitest';
import { vocabularyBook } from '../../src/app/titles.js';
import { visibleText } from '../../src/domain/visible-text.js';
import { readPostings } from '../../src/ingest/posting/read-posting.js';
import { proposeAtoms } from '../../src/ingest/propose-atoms.js';
import { readResume } from '../../src/ingest/resume.js';
import { docxWith, paragraph } from './made-documents.js';

test.each([
  ['zero widths', 'Py\u200Bth\u200Co\u200Dn\uFEFF', 'Python'],
  ['marks of direction', '\u202EPython\u202C \u2066SQL\u2069\u200F', 'Python SQL'],
  ['soft hyphens', 'Pro\u00ADgramm, Soft\u00AD\nware', 'Programm, Software'],
  ['blanks of other widths', '5\u00A0years\u202Fof\u3000SAP', '5 years of SAP'],
  ['tags and variation selectors', 'Go\u{E0041}\u{E0042}\uFE0F', 'Go'],
  ['control signs', 'Ja\u0007va\u2028SQL', 'Java\nSQL'],
  ['Cyrillic letters in a Latin word', 'P\u0443th\u043En', 'Python'],
  ['Greek letters in a Latin word', '\u0395xcel', 'Excel'],
  [
    'letters of social networks',
    '\u{1D5E3}\u{1D606}\u{1D601}\u{1D5F5}\u{1D5FC}\u{1D5FB} \uFF33\uFF31\uFF2C',
    'Python SQL',
  ],
  ['accents apart from their letters', 'Mu\u0308nchen', 'München'],
  ['ligatures', 'certi\uFB01ed', 'certified'],
])('%s are not part of what is seen', (_, given, seen) => expect(visibleText(given)).toBe(seen));

test.each([
  'Москва',
  'Αθήνα',
  'TGFβ and µm, μm',
  'Café, São Paulo, Größe',
  'C++ / C# – naïve',
  '日本語',
  'نوشتن می\u200Cخواهم',
])('%s stays as it is', (text) => expect(visibleText(text)).toBe(text));

const hidden = 'P\u200By\u00ADth\u043En';

test.each([
  [
    'ada.md',
    () => new TextEncoder().encode(`# Ada\n\n## Skills\n\n- \u202E${hidden}\n- SQL\n- Reading plans of houses\n`),
  ],
  ['ada.txt', () => new TextEncoder().encode(`Skills\n\n- \u202E${hidden}\n- SQL\n- Reading plans of houses\n`)],
  [
    'ada.docx',
    () => docxWith([paragraph('Skills'), paragraph(`\u202E${hidden}`), paragraph('Reading plans of houses')].join('')),
  ],
])('a claim of %s says what is seen, and its span points into the kept text', async (name, bytes) => {
  const { markdown } = await readResume(name, bytes());
  const claim = proposeAtoms(markdown, vocabularyBook(), '2026-11').find((one) => one.claim === 'Python');
  expect(claim?.tags).toEqual(['python']);
  expect(markdown.slice(...(claim?.span ?? [0, 0]))).toContain('Python');
});

test.each([
  ['text', `Developer\n\nRequirements\n- ${hidden}\n- SQL\n`],
  ['html', `<h1>Developer</h1><h2>Requirements</h2><ul><li>P&#8203;y&shy;th&#1086;n</li><li>SQL</li></ul>`],
])('so does a requirement of %s', async (_, content) => {
  const [read] = await readPostings({ content });
  const [asked] = read?.requirements ?? [];
  expect(asked?.text).toBe('Python');
  expect(read?.text.slice(...(asked?.span ?? [0, 0]))).toBe('Python');
});
