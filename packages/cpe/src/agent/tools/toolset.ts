import type { ToolOffer } from '../generator.js';
import type { AgentTool } from './agent-tool.js';
import { shortDefinition } from './short-definition.js';
import { callTool, describeTool, searchTools } from './tool-search.js';

/** How much of the definitions a model is given. Each level costs less than the one before. */
export type OfferLevel = 'full' | 'signatures' | 'search';

/** What a model is offered, and everything it may call. */
export interface Toolset {
  readonly level: OfferLevel;
  /** Estimated tokens of the offers, and of what they would have been in full. */
  readonly tokens: number;
  readonly fullTokens: number;
  readonly offers: readonly ToolOffer[];
  readonly callable: readonly AgentTool[];
}

/**
 * About four characters of JSON make a token, and of other alphabets one does; a real tokenizer would take longer to load than
 * the step down saves.
 */
export function estimatedTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const others = text.match(OTHER_ALPHABETS)?.length ?? 0;
  return Math.ceil((text.length - others) / 4) + others;
}

const OTHER_ALPHABETS = /[\u0250-\uffff]/g;

/**
 * Steps down until the definitions fit the budget: everything, then the bare shapes, then only a search. Tools keep their
 * order, so that a provider can cache the beginning of every request.
 */
export function offerTools(tools: readonly AgentTool[], ours: readonly AgentTool[], budget: number): Toolset {
  const all = [...tools, ...ours];
  const full = all.map(offerOf);
  const fullTokens = estimatedTokens(full);
  if (fullTokens <= budget) return { level: 'full', tokens: fullTokens, fullTokens, offers: full, callable: all };
  const describe = describeTool(tools);
  const short = [...tools.map(shortDefinition), ...[...ours, describe].map(offerOf)];
  const tokens = estimatedTokens(short);
  if (tokens <= budget) return { level: 'signatures', tokens, fullTokens, offers: short, callable: [...all, describe] };
  const search = [searchTools(tools), callTool(tools)];
  const offers = [...ours, ...search].map(offerOf);
  return { level: 'search', tokens: estimatedTokens(offers), fullTokens, offers, callable: [...all, ...search] };
}

function offerOf({ name, description, inputSchema }: AgentTool): ToolOffer {
  return { name, description, inputSchema };
}
