import { careerFault } from '../../faults.js';
import type { Block } from '../document.js';
import { inLines, manifestName, plain, type Renderer } from './renderer.js';

export const pdf: Renderer = {
  format: 'pdf',
  ending: 'pdf',
  mediaType: 'application/pdf',
  // Nobody saves a PDF again by chance, and its text cannot be read back to the blank.
  survivesSaving: false,
  inFields: [],
  async render({ blocks, made_at }, manifest) {
    const made = await (await maker()).createPdf(definition(blocks, made_at, JSON.stringify(manifest))).getBuffer();
    const bytes = Uint8Array.from(made);
    await requireEveryCharacter(bytes, blocks);
    return bytes;
  },
  async read(bytes) {
    const { getDocumentProxy } = await import('unpdf');
    const file = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    try {
      const { info } = await file.getMetadata();
      const pages: string[] = [];
      for (let page = 1; page <= file.numPages; page++) {
        const { items } = await (await file.getPage(page)).getTextContent();
        pages.push(...items.map((item) => ('str' in item ? item.str : '')));
      }
      return { manifest: carried(info as { Custom?: Record<string, unknown> }), text: plain(pages.join(' ')) };
    } finally {
      await file.destroy();
    }
  },
};

function carried({ Custom }: { readonly Custom?: Record<string, unknown> }): unknown {
  try {
    return JSON.parse(String(Custom?.[manifestName]));
  } catch {
    return undefined;
  }
}

type PdfLibrary = typeof import('pdfmake').default;

type Content = { text: string; style: string } | { ul: string[]; style: string };

let library: Promise<PdfLibrary> | undefined;

/** The fonts come with the library; nothing is read from the disk or fetched while a document is made. */
function maker(): Promise<PdfLibrary> {
  library ??= opened();
  return library;
}

async function opened(): Promise<PdfLibrary> {
  const [{ default: found }, { default: fonts }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/build/vfs_fonts.js'),
  ]);
  for (const [name, content] of Object.entries(fonts))
    found.virtualfs.writeFileSync(name, Buffer.from(content, 'base64'));
  found.addFonts({ Roboto: { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } });
  found.setUrlAccessPolicy(() => false);
  found.setLocalAccessPolicy(() => false);
  return found;
}

function definition(blocks: readonly Block[], made_at: string, manifest: string): object {
  const content: Content[] = [];
  for (const { style, text } of inLines(blocks)) {
    const last = content.at(-1);
    if (style !== 'bullet') content.push({ text, style });
    else if (last !== undefined && 'ul' in last) last.ul.push(text);
    else content.push({ ul: [text], style });
  }
  return {
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 56],
    info: { title: blocks[0]?.text ?? '', creationDate: new Date(made_at), [manifestName]: manifest },
    defaultStyle: { fontSize: 10.5, lineHeight: 1.25 },
    styles: {
      name: { fontSize: 20, bold: true },
      contact: { color: '#444444' },
      heading: { fontSize: 13, bold: true, margin: [0, 12, 0, 4] },
      role: { bold: true, margin: [0, 6, 0, 2] },
      bullet: { margin: [0, 0, 0, 4] },
      item: { margin: [0, 0, 0, 4] },
      paragraph: { margin: [0, 0, 0, 6] },
    },
    content,
  };
}

/** A character that the font lacks would be drawn as an empty box: better no file than a wrong one. */
async function requireEveryCharacter(bytes: Uint8Array, blocks: readonly Block[]): Promise<void> {
  const said = bare((await pdf.read(bytes)).text);
  const lost = blocks.find(({ text }) => !said.includes(bare(text)));
  if (lost === undefined) return;
  throw careerFault('UNSUPPORTED', `The font of PDF documents cannot write "${lost.text}".`, {
    context: { sentence: lost.text },
    suggestion: 'Ask for DOCX or Markdown.',
  });
}

const bare = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
