import type { ContentBlock, PromptMessage, ReadResourceResult } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';

import { isText, type Verdict } from '../../untrusted/lists/salvage.js';

export type ResourceContent = ReadResourceResult['contents'][number];

/** What each kind of content block must carry; a block of a kind that is not listed cannot be shown to anybody. */
const BLOCKS: Readonly<Record<string, (block: JsonObject) => string | undefined>> = {
  text: (block) => (isText(block.text) ? undefined : 'its text is missing'),
  image: mediaFault,
  audio: mediaFault,
  resource_link: (block) => (isText(block.uri) && isText(block.name) ? undefined : 'its uri or name is missing'),
  resource: (block) => (isObject(block.resource) ? contentFault(block.resource) : 'its resource is missing'),
};

function mediaFault(block: JsonObject): string | undefined {
  return isText(block.data) && isText(block.mimeType) ? undefined : 'its data or mimeType is missing';
}

function contentFault(content: JsonObject): string | undefined {
  if (!isText(content.uri)) return 'its uri is missing';
  return isText(content.text) || isText(content.blob) ? undefined : 'it has neither text nor blob';
}

export function judgeBlock(block: JsonObject): Verdict<ContentBlock> {
  const check = isText(block.type) && Object.hasOwn(BLOCKS, block.type) ? BLOCKS[block.type] : undefined;
  if (check === undefined) return { reason: `its type ${JSON.stringify(block.type)} is not known` };
  const reason = check(block);
  return reason === undefined ? { keep: block as unknown as ContentBlock } : { reason };
}

export function judgeContents(content: JsonObject): Verdict<ResourceContent> {
  const reason = contentFault(content);
  return reason === undefined ? { keep: content as ResourceContent } : { reason };
}

export function judgeMessage(message: JsonObject): Verdict<PromptMessage> {
  if (message.role !== 'user' && message.role !== 'assistant')
    return { reason: 'its role is neither user nor assistant' };
  if (!isObject(message.content)) return { reason: 'its content is not an object' };
  const { reason } = judgeBlock(message.content);
  return reason === undefined ? { keep: message as unknown as PromptMessage } : { reason };
}
