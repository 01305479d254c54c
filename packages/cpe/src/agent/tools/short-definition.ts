import type { JsonObject } from '../../host/tool-host.js';
import type { ToolOffer } from '../generator.js';

const LONGEST_SENTENCE = 120;
/** Words for people; a model can call without them, and asks `describe_tool` when it cannot. */
const WORDS = new Set(['description', 'title', 'examples', 'default', '$comment', '$schema', 'deprecated']);
const DEEPEST = 3;

/** The definition of a tool with the first sentence of its description and the bare shape of its arguments. */
export function shortDefinition({ name, description, inputSchema }: ToolOffer): ToolOffer {
  return { name, description: firstSentence(description), inputSchema: bareSchema(inputSchema, 0) as JsonObject };
}

export function firstSentence(text: string): string {
  const [sentence = ''] = text.trim().split(/(?<=[.!?])\s|\n/, 1);
  return sentence.length <= LONGEST_SENTENCE ? sentence : `${sentence.slice(0, LONGEST_SENTENCE - 1)}…`;
}

/** `names` is true inside `properties`, where `title` is the name of an argument and not a word about it. */
function bareSchema(value: unknown, depth: number, names = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bareSchema(each, depth));
  if (typeof value !== 'object' || value === null) return value;
  if (!names && depth > DEEPEST && 'properties' in value) return { type: 'object' };
  const kept = Object.entries(value).filter(([key]) => names || !WORDS.has(key));
  return Object.fromEntries(
    kept.map(([key, each]) => {
      const isMap = !names && ['properties', '$defs', 'definitions', 'patternProperties'].includes(key);
      return [key, bareSchema(each, isMap ? depth : depth + 1, isMap)];
    }),
  );
}
