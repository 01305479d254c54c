import type { Block } from '../document.js';
import { itemGap, manifestName, plain, type Renderer } from './renderer.js';

const marks: Readonly<Record<Block['style'], string>> = {
  name: '# ',
  contact: '',
  heading: '## ',
  role: '### ',
  bullet: '- ',
  item: '',
  paragraph: '',
};

const carried = new RegExp(`<!-- ${manifestName} ([A-Za-z0-9+/=]+) -->\\s*$`);

/** Points of a list stand close, items in one line; everything else is a paragraph of its own. */
function gap(before: Block | undefined, { style }: Block): string {
  if (before === undefined) return '';
  if (before.style !== style) return '\n\n';
  return style === 'bullet' ? '\n' : style === 'item' ? itemGap : '\n\n';
}

export const markdown: Renderer = {
  format: 'markdown',
  ending: 'md',
  mediaType: 'text/markdown',
  survivesSaving: true,
  inFields: [],
  async render({ blocks }, manifest) {
    const said = blocks.map((block, at) => `${gap(blocks[at - 1], block)}${marks[block.style]}${escaped(block.text)}`);
    const coded = Buffer.from(JSON.stringify(manifest)).toString('base64');
    return new TextEncoder().encode(`${said.join('')}\n\n<!-- ${manifestName} ${coded} -->\n`);
  },
  async read(bytes) {
    const whole = new TextDecoder().decode(bytes);
    const [comment, coded] = carried.exec(whole) ?? [];
    const text = comment === undefined ? whole : whole.slice(0, whole.length - comment.length);
    return { manifest: coded === undefined ? undefined : json(coded), text: plain(text) };
  },
};

function json(coded: string): unknown {
  try {
    return JSON.parse(Buffer.from(coded, 'base64').toString());
  } catch {
    return undefined;
  }
}

/** What a claim says must not become markup. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, '\\$&').replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/, '$1\\$2');
}
