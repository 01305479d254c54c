/** Lines of a resume as a Word file and as a PDF, made by the libraries they are usually made with. */

export type Line = readonly ['name' | 'contact' | 'part' | 'role' | 'point' | 'list', string];

export async function docxOf(lines: readonly Line[]): Promise<Uint8Array> {
  const library = (await import('docx')) as unknown as {
    Document: new (parts: object) => object;
    Paragraph: new (parts: object) => object;
    Packer: { toBuffer(document: object): Promise<Uint8Array> };
  };
  const styles = { name: { heading: 'Title' }, part: { heading: 'Heading1' }, role: { heading: 'Heading2' } };
  const children = lines.map(([is, text]) => {
    const style = is === 'point' ? { bullet: { level: 0 } } : is in styles ? styles[is as keyof typeof styles] : {};
    return new library.Paragraph({ text, ...style });
  });
  return Uint8Array.from(await library.Packer.toBuffer(new library.Document({ sections: [{ children }] })));
}

/** As pdfmake writes it: lines wrap at the margin, the points of a list are drawn, and wide gaps become columns. */
export async function pdfOf(lines: readonly Line[]): Promise<Uint8Array> {
  const { default: library } = await import('pdfmake');
  const { default: fonts } = await import('pdfmake/build/vfs_fonts.js');
  for (const [file, content] of Object.entries(fonts))
    library.virtualfs.writeFileSync(file, Buffer.from(content, 'base64'));
  library.addFonts({ Roboto: { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } });
  // Nothing is fetched or read from the disk, and the library need not warn of it.
  library.setUrlAccessPolicy(() => false);
  library.setLocalAccessPolicy(() => false);
  return Uint8Array.from(await library.createPdf({ content: lines.map(asSet) }).getBuffer());
}

function asSet([is, text]: Line): object {
  if (is === 'point') return { ul: [text] };
  if (is === 'name') return { text, fontSize: 20 };
  if (is === 'part') return { text, fontSize: 14, bold: true };
  const [left, right] = text.split(/\s{3,}/);
  return right === undefined
    ? { text }
    : {
        columns: [
          { width: 130, text: left || ' ' },
          { width: '*', text: right },
        ],
      };
}

const marks: readonly (readonly [RegExp, Line[0]])[] = [
  [/^# /, 'name'],
  [/^## /, 'part'],
  [/^### /, 'role'],
  [/^[-*•] /, 'point'],
];

/** The lines of a resume in Markdown or plain text; bold and italics are dropped, as a typesetter shows them by the font. */
export function linesIn(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Line => {
      const mark = marks.find(([pattern]) => pattern.test(line));
      return [mark?.[1] ?? 'contact', line.replace(mark?.[0] ?? '', '').replace(/\*+/g, '')];
    });
}
