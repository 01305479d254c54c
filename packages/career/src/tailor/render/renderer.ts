import type { Block, DocumentFormat, Manifest, TailoredDocument } from '../document.js';

/** What can be read back from a file. */
export interface ReadBack {
  /** As the file carries it; nobody has checked it. */
  readonly manifest: unknown;
  /** Everything the file says, in order: what has to stay as it was. */
  readonly text: string;
  /** What the file shows beside its text, or hides of it: then the same text is not the same document. */
  readonly beside?: readonly string[];
}

/**
 * A format of tailored documents. Whatever is rendered can be read back: its text, and the manifest it carries. The suite in
 * `test/tailor` holds the contract of each member.
 */
export interface Renderer {
  readonly format: DocumentFormat;
  readonly ending: string;
  readonly mediaType: string;
  /** Whether another program may save it again without changing its words. */
  readonly survivesSaving: boolean;
  /** Blocks that the format says in fields of its own instead of as text. */
  readonly inFields: readonly Block['style'][];
  render(document: TailoredDocument, manifest: Manifest): Promise<Uint8Array>;
  read(bytes: Uint8Array): Promise<ReadBack>;
}

export const manifestName = 'QuadriviumManifest';

/** Between two items of one line. */
export const itemGap = ' · ';

/** Items that follow each other as one block, for formats in which a block is a paragraph. */
export function inLines(blocks: readonly Block[]): { readonly style: Block['style']; readonly text: string }[] {
  const lines: { style: Block['style']; text: string }[] = [];
  for (const { style, text } of blocks) {
    const last = lines.at(-1);
    if (style === 'item' && last?.style === 'item') last.text += itemGap + text;
    else lines.push({ style, text });
  }
  return lines;
}

/** Text as a reader sees it: however it was wrapped. */
export function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
