import { closestWord } from '@quadrivium/kernel/essentials';
import * as z from 'zod';

import { type AgentTool, textResult } from './agent-tool.js';
import { builtIn } from './built-in.js';
import { firstSentence } from './short-definition.js';

const MOST_FOUND = 8;

const Search = z.strictObject({ query: z.string().min(1).describe('What the tool should do, or a part of its name') });
const Describe = z.strictObject({ name: z.string().describe('Name of a tool') });
const Call = z.strictObject({
  name: z.string().describe('Name of a tool, as search_tools gave it'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('Arguments that fit its schema'),
});

/** Tells the whole definition of a tool that is offered in short. */
export function describeTool(tools: readonly AgentTool[]): AgentTool {
  return builtIn(
    'describe_tool',
    'Tells the full description and the arguments of a tool.',
    Describe,
    async ({ name }) => {
      const tool = tools.find((each) => each.name === name);
      return tool === undefined ? unknownTool(name, tools) : textResult(definitionText(tool));
    },
  );
}

/** Finds tools by words; those in the name count more than those in the description. */
export function searchTools(tools: readonly AgentTool[]): AgentTool {
  const about = `Finds tools. There are ${tools.length}; their definitions are left out to save room: ${namesOf(tools)}`;
  return builtIn('search_tools', about, Search, async ({ query }) => {
    const found = rankedTools(tools, query).slice(0, MOST_FOUND);
    if (found.length === 0) return textResult(`No tool fits ${JSON.stringify(query)}. All tools: ${namesOf(tools)}`);
    return textResult(found.map(definitionText).join('\n\n'));
  });
}

/** Calls any tool by name, for models whose providers only let them call what was offered. */
export function callTool(tools: readonly AgentTool[]): AgentTool {
  const call = builtIn('call_tool', 'Calls a tool that search_tools found.', Call, async () => textResult(''));
  return {
    ...call,
    readOnly: false,
    async use(args, context) {
      const parsed = Call.safeParse(args);
      if (!parsed.success) return call.use(args, context);
      const tool = tools.find((each) => each.name === parsed.data.name);
      return tool === undefined ? unknownTool(parsed.data.name, tools) : tool.use(parsed.data.arguments, context);
    },
  };
}

export function unknownTool(name: string, tools: readonly AgentTool[]) {
  const names = tools.map((tool) => tool.name);
  const meant = closestWord(name, names);
  const advice =
    meant === undefined ? `The tools are: ${names.slice(0, 50).join(', ') || 'none'}.` : `Did you mean ${meant}?`;
  return textResult(`There is no tool called ${JSON.stringify(name)}; nothing was run. ${advice}`, true);
}

export function rankedTools(tools: readonly AgentTool[], query: string): AgentTool[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

function scoreOf({ title, description }: AgentTool, words: readonly string[]): number {
  const [name, text] = [title.toLowerCase(), description.toLowerCase()];
  return words.reduce((sum, word) => sum + (name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0), 0);
}

function definitionText({ name, description, inputSchema }: AgentTool): string {
  return `${name}: ${description}\narguments: ${JSON.stringify(inputSchema)}`;
}

function namesOf(tools: readonly AgentTool[]): string {
  return tools
    .map(({ name, description }) => (tools.length > 100 ? name : `${name} (${firstSentence(description)})`))
    .join(', ');
}
