import { own } from '@quadrivium/kernel/essentials';
import type { Block } from '../document.js';
import { besideText } from './docx-beside.js';
import { inLines, manifestName, plain, type Renderer } from './renderer.js';

/** Everything of a document that holds words: its body, headers, footers and notes. */
const spoken = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/;
const mostBytes = 20 * 1024 * 1024;

export const docx: Renderer = {
  format: 'docx',
  ending: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  survivesSaving: true,
  inFields: [],
  async render({ blocks }, manifest) {
    const library = (await import('docx')) as unknown as WordLibrary;
    const document = new library.Document({
      creator: 'Quadrivium career',
      customProperties: [{ name: manifestName, value: JSON.stringify(manifest) }],
      styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
      sections: [{ children: inLines(blocks).map((block) => paragraphOf(library, block)) }],
    });
    return Uint8Array.from(await library.Packer.toBuffer(document));
  },
  async read(bytes) {
    const { parts, twice } = await partsOf(bytes);
    const text = Object.keys(parts)
      .filter((name) => spoken.test(name))
      .sort()
      .map((name) => wordsIn(parts[name] ?? ''))
      .join('\n');
    const beside = [...twice.map((name) => `Two parts are called ${name}.`), ...besideText(parts, spoken)];
    return { manifest: property(parts['docProps/custom.xml'] ?? ''), text: plain(text), beside };
  },
};

/** The parts of the library that are used; its own types cannot be read by the module resolution of Node. */
interface WordLibrary {
  readonly Document: new (parts: object) => object;
  readonly Paragraph: new (parts: object) => object;
  readonly TextRun: new (parts: { text: string; bold: boolean }) => object;
  readonly HeadingLevel: Readonly<Record<'TITLE' | 'HEADING_1' | 'HEADING_2', string>>;
  readonly Packer: { toBuffer(document: object): Promise<Uint8Array> };
}

function paragraphOf(
  { Paragraph, HeadingLevel, TextRun }: WordLibrary,
  { style, text }: Pick<Block, 'style' | 'text'>,
) {
  const run = [new TextRun({ text, bold: style === 'role' })];
  switch (style) {
    case 'name':
      return new Paragraph({ children: run, heading: HeadingLevel.TITLE });
    case 'heading':
      return new Paragraph({ children: run, heading: HeadingLevel.HEADING_1 });
    case 'role':
      return new Paragraph({ children: run, heading: HeadingLevel.HEADING_2 });
    case 'bullet':
      return new Paragraph({ children: run, bullet: { level: 0 } });
    default:
      return new Paragraph({ children: run, spacing: { after: 120 } });
  }
}

/** Programs differ in which of two parts of one name they show, and in whether capitals count. */
async function partsOf(bytes: Uint8Array): Promise<{ parts: Record<string, string>; twice: string[] }> {
  const { strFromU8, unzipSync } = await import('fflate');
  let total = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    total += originalSize;
    return total < mostBytes && /\.(?:xml|rels)$/.test(name);
  };
  const names: string[] = [];
  const noted = (file: { name: string; originalSize: number }) => {
    names.push(file.name);
    return filter(file);
  };
  const files = unzipSync(bytes, { filter: noted });
  const parts = names.map((name) => [name, Object.hasOwn(files, name) ? strFromU8(files[name] as Uint8Array) : '']);
  const small = names.map((name) => name.toLowerCase());
  return { parts: Object.fromEntries(parts), twice: names.filter((_, at) => small.indexOf(small[at] ?? '') !== at) };
}

function wordsIn(xml: string): string {
  return unescaped(
    xml
      .replace(/<w:(?:tab|br|cr)\b[^>]*>|<\/w:p>/g, '\n')
      .replace(/<(?!\/?w:t[ >]|\n)[^>]+>/g, '')
      .replace(/<[^>]+>/g, ''),
  );
}

function property(xml: string): unknown {
  const [, value] = new RegExp(`name="${manifestName}"[^>]*>\\s*<vt:lpwstr>([\\s\\S]*?)</vt:lpwstr>`).exec(xml) ?? [];
  try {
    return value === undefined ? undefined : JSON.parse(unescaped(value));
  } catch {
    return undefined;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  return xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return own(entities, name) ?? whole;
  });
}
