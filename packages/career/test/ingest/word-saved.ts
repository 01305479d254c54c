/** A resume as Word saves it after somebody has worked on it: what mammoth reads must be what is seen. */
import { docxWith } from './made-documents.js';
import { type Line, linesIn } from './typeset.js';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const run = (text: string) =>
  `<w:r w:rsidR="00A1"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** Runs that end within words, marks of the spelling checker, and changes that are tracked. */
function worked(text: string): string {
  const third = Math.floor(text.length / 3);
  const [first, second, last] = [text.slice(0, third), text.slice(third, 2 * third + 1), text.slice(2 * third + 1)];
  const checked = `<w:proofErr w:type="spellStart"/>${run(second)}<w:proofErr w:type="spellEnd"/>`;
  const deleted = '<w:del w:id="2" w:author="A"><w:r><w:delText>Nobel prize</w:delText></w:r></w:del>';
  return `${run(first)}${checked}<w:ins w:id="1" w:author="A">${run(last)}</w:ins>${deleted}`;
}

const properties = {
  part: '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>',
  point: '<w:pPr><w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
};

const paragraphOf = ([is, text]: Line) =>
  `<w:p w:rsidR="00B2">${is === 'part' || is === 'point' ? properties[is] : ''}${worked(text)}</w:p>`;

const cells = (...inside: string[]) => `<w:tr>${inside.map((one) => `<w:tc>${one}</w:tc>`).join('')}</w:tr>`;

/** Dates and text beside each other in tables, headings in content controls, or all of it in one table. */
export const wordLayouts = {
  'paragraphs and tables of two columns': (lines: readonly Line[]) =>
    lines.map((line) => {
      const [left, right] = line[1].split(/\s{3,}/);
      if (right === undefined) return paragraphOf(line);
      return `<w:tbl>${cells(paragraphOf(['list', left || ' ']), paragraphOf(['list', right]))}</w:tbl>`;
    }),
  'headings in content controls': (lines: readonly Line[]) =>
    lines.map((line) =>
      line[0] === 'part'
        ? `<w:sdt><w:sdtPr><w:alias w:val="Part"/></w:sdtPr><w:sdtContent>${paragraphOf(line)}</w:sdtContent></w:sdt>`
        : paragraphOf(line),
    ),
  'one table for all': (lines: readonly Line[]) => [
    `<w:tbl>${lines.map((line) => cells(paragraphOf(line))).join('')}</w:tbl>`,
  ],
} as const;

export function wordSaved(text: string, layout: keyof typeof wordLayouts): Uint8Array {
  return docxWith(wordLayouts[layout](linesIn(text)).join(''));
}
