import { createHash } from 'node:crypto';
import { RESERVED_NAMES } from './reserved-names.js';

/** What every provider accepts as the name of a tool. */
const VALID = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST = 64;

export interface Named {
  readonly server: string;
  readonly name: string;
  /** The name to start from, when it is not the tool's own. */
  readonly wish?: string;
}

/**
 * One valid name for each tool, all different, in the order given. Names that are valid stay as they are; the others are
 * cleaned, and get a mark of their own when cleaning made them too long, too poor or equal to another.
 */
export function providerNames(tools: readonly Named[]): string[] {
  const wishes = tools.map(({ name, wish = name }) => wish);
  const reserved = new Map<string, number>();
  for (const [index, wish] of wishes.entries()) if (VALID.test(wish) && !reserved.has(wish)) reserved.set(wish, index);
  const taken = new Set([...reserved.keys(), ...RESERVED_NAMES]);
  return tools.map((tool, index) => {
    const wish = wishes[index] ?? tool.name;
    return reserved.get(wish) === index && !RESERVED_NAMES.has(wish) ? wish : freeName(tool, wish, taken);
  });
}

function freeName(tool: Named, wish: string, taken: Set<string>): string {
  const plain = cleaned(wish);
  const name = isFaithful(wish, plain) && !taken.has(plain) ? plain : marked(tool, plain, taken);
  taken.add(name);
  return name;
}

function cleaned(wish: string): string {
  return wish.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '');
}

/** Separators may be replaced without loss; letters of other scripts may not. */
function isFaithful(wish: string, plain: string): boolean {
  return VALID.test(plain) && /^[A-Za-z0-9_\-./: ]+$/.test(wish);
}

function marked({ server, name }: Named, plain: string, taken: ReadonlySet<string>): string {
  const digest = createHash('sha256').update(`${server}\0${name}`).digest('hex');
  for (let length = 8; ; length += 4) {
    const mark = digest.slice(0, length);
    const candidate = `${shortened(plain, LONGEST - length - 1) || 'tool'}_${mark}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Tools of one server often differ only at the end, so the end stays. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = Math.floor(length / 3);
  return `${text.slice(0, head)}_${text.slice(-(length - head - 1))}`;
}
