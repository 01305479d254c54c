import { type HostPart, type KeptResults, noteOf } from './host-tool.js';

/** What a result may have when nobody says otherwise; about 25 000 tokens. */
export const DEFAULT_CHAR_LIMIT = 100_000;
/** Base64 of about 15 MB, beyond which no provider takes an image or a recording. */
const BINARY_CHAR_LIMIT = 20_000_000;

export interface Spilled {
  readonly parts: readonly HostPart[];
  readonly handle: string | undefined;
  /** Something was too long to be given whole. */
  readonly shortened: boolean;
}

/**
 * Keeps what is too long for a conversation aside and leaves its beginning, its end and the way to the rest. Where nothing
 * is kept there is no way, and none is named.
 */
export async function spill(
  parts: readonly HostPart[],
  limit: number,
  store: KeptResults | undefined,
): Promise<Spilled> {
  if (limit === Number.POSITIVE_INFINITY) return { parts, handle: undefined, shortened: false };
  const binary = await Promise.all(parts.map((part) => spillBinary(part, store)));
  const texts = binary.filter(hasText);
  const whole = texts.map(textOf).join('\n');
  if (whole.length <= limit) return { parts: binary, handle: undefined, shortened: false };
  const handle = await store?.keep(whole);
  const short: HostPart = { type: 'text', text: shorten(whole, limit, handle) };
  return { parts: [short, ...binary.filter((part) => !hasText(part))], handle, shortened: true };
}

function hasText(part: HostPart): boolean {
  return part.type === 'text' || (part.type === 'resource' && part.text !== undefined);
}

function textOf(part: HostPart): string {
  return part.type === 'text' || part.type === 'resource' ? (part.text ?? '') : '';
}

function shorten(whole: string, limit: number, id: string | undefined): string {
  const head = Math.ceil(limit * 0.8);
  const tail = Math.floor(limit * 0.2);
  const rest =
    id === undefined ? 'it is not kept: print less' : `the rest: read_result ${JSON.stringify({ id, offset: head })}`;
  const hint = `[${whole.length} characters in all, the middle is left out; ${rest}]`;
  return `${whole.slice(0, head)}\n${hint}\n${tail === 0 ? '' : whole.slice(-tail)}`;
}

async function spillBinary(part: HostPart, store: KeptResults | undefined): Promise<HostPart> {
  const data =
    part.type === 'image' || part.type === 'audio' ? part.data : part.type === 'resource' ? part.blob : undefined;
  if (data === undefined || data.length <= BINARY_CHAR_LIMIT) return part;
  const id = await store?.keep(data);
  const where = id === undefined ? 'not kept' : `kept as result ${id}`;
  return noteOf(`${part.type} of ${data.length} base64 characters, too large to show; ${where}`);
}
