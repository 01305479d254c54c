import { type HostPart, noteOf } from '@quadrivium/codemode/tools';
import type { ToolResult } from '@quadrivium/kernel/client';

type Block = ToolResult['content'][number];
type Link = Extract<Block, { type: 'resource_link' }>;

/** Enough to tell whether text repeats a value; all of a huge one would take long. */
const MOST_LEAVES = 200;

export type LinkReader = (link: Link) => Promise<readonly HostPart[]>;

/** The blocks of a result as parts for a model, in their order. Links are left to `readLink`. */
export async function partsOf(content: readonly Block[], readLink: LinkReader): Promise<HostPart[]> {
  const parts = await Promise.all(content.map((block) => partsOfBlock(block, readLink)));
  const beside = content.some((block) => !isForModels(block));
  return parts.flatMap((these, at) => (beside && isForModels(content[at]) ? these.map(asNote) : these));
}

/** Said to models only, such as how to ask for less: beside an answer it is no part of what people and programs take. */
function isForModels(block: Block | undefined): boolean {
  const audience = block?.annotations?.audience;
  return block?.type === 'text' && audience?.includes('assistant') === true && !audience.includes('user');
}

const asNote = (part: HostPart): HostPart => (part.type === 'text' ? { ...part, note: true } : part);

async function partsOfBlock(block: Block, readLink: LinkReader): Promise<readonly HostPart[]> {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
    case 'audio':
      return [{ type: block.type, data: block.data, mimeType: block.mimeType }];
    case 'resource':
      return [resourcePart(block.resource)];
    case 'resource_link':
      return readLink(block);
    default:
      return [noteOf(`a block of type ${JSON.stringify((block as { type: unknown }).type)} was left out`)];
  }
}

export function resourcePart(resource: {
  uri: string;
  mimeType?: string | undefined;
  text?: unknown;
  blob?: unknown;
}): HostPart {
  const { uri, mimeType, text, blob } = resource;
  const body = typeof text === 'string' ? { text } : { blob: String(blob) };
  return { type: 'resource', uri, mimeType, ...body };
}

/** What a model is told about a link that it may follow. */
export function linkText(server: string, link: Link): HostPart {
  const facts = [link.mimeType, link.size === undefined ? undefined : `${link.size} bytes`, link.description];
  const about = facts.filter((fact) => fact !== undefined).join(', ');
  const how = `read_resource ${JSON.stringify({ server, uri: link.uri })}`;
  return {
    type: 'text',
    text: `Resource ${link.title ?? link.name}${about && ` (${about})`}: ${link.uri}\nRead it with ${how}.`,
  };
}

/** Structured content in words, unless the text tells it already. */
export function structuredNote(structured: unknown, parts: readonly HostPart[]): HostPart[] {
  if (structured === undefined || isTold(structured, parts)) return [];
  return [{ type: 'text', text: JSON.stringify(structured), note: true }];
}

function isTold(structured: unknown, parts: readonly HostPart[]): boolean {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (text.trim() === '') return false;
  return firstLeaves(structured, MOST_LEAVES).every(
    (leaf) => text.includes(leaf) || text.includes(JSON.stringify(leaf).slice(1, -1)),
  );
}

/** The first texts and numbers in a value, found without going through all of it. */
function firstLeaves(value: unknown, most: number): string[] {
  const found: string[] = [];
  const waiting: Iterator<unknown>[] = [[value].values()];
  for (let last = waiting.at(-1); last !== undefined && found.length < most; last = waiting.at(-1)) {
    const { done, value: each } = last.next();
    if (done) waiting.pop();
    else if (typeof each === 'object' && each !== null) waiting.push(Object.values(each).values());
    else if (each !== null && each !== undefined) found.push(String(each));
  }
  return found;
}
