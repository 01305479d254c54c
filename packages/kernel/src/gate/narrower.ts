import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../registry/operation.js';
import { estimatedTokens } from './estimated-tokens.js';

/**
 * A model reads a long answer again with every step it takes, so from 2,000 tokens on it is told how to ask for less. The
 * estimate was up to 11 % too low where it was compared; nobody is to meet so long an answer without the offer.
 */
const longTokens = 1750;

/** Only the models of a conversation read the offer: what people and programs take is left as it is. */
export function offerNarrower(result: CallToolResult, { narrower }: Operation): CallToolResult {
  if (narrower === undefined) return result;
  const tokens = tokensOf(result);
  if (tokens <= longTokens) return result;
  const text = `This answer has about ${tokens} tokens. For less: ${narrower}`;
  return { ...result, content: [...result.content, { type: 'text', text, annotations: { audience: ['assistant'] } }] };
}

function tokensOf({ content }: CallToolResult): number {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  // Most answers are short, and no text has more tokens than characters.
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return characters <= longTokens ? 0 : texts.reduce((sum, text) => sum + estimatedTokens(text), 0);
}
