import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Operation } from '../registry/operation.js';

/** A model reads a long answer again with every step it takes, so from here on it is told how to ask for less. */
const longTokens = 2000;
/** Tokenizers differ; for JSON and English it is near four with all of them. */
const charactersPerToken = 4;

/** Only the models of a conversation read the offer: what people and programs take is left as it is. */
export function offerNarrower(result: CallToolResult, { narrower }: Operation): CallToolResult {
  const tokens = Math.ceil(charactersIn(result.content) / charactersPerToken);
  if (narrower === undefined || tokens <= longTokens) return result;
  const text = `This answer has about ${tokens} tokens. For less: ${narrower}`;
  return { ...result, content: [...result.content, { type: 'text', text, annotations: { audience: ['assistant'] } }] };
}

function charactersIn(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}
