import { catalogOf, firstSentence, signatureOf } from '@quadrivium/codemode/declarations';
import type { HostPart, HostResult, HostTool, JsonObject } from '@quadrivium/codemode/tools';
import { isObject } from '@quadrivium/kernel/essentials';
import type { ToolInfo } from '../tool-source.js';

/** A tool of another server as programs call it. */
export function programTool(server: string, info: ToolInfo, offeredAs: string): HostTool {
  return {
    server,
    name: info.name,
    providerName: offeredAs,
    title: info.title,
    description: info.description ?? '',
    inputSchema: schemaOf(info.inputSchema) ?? { type: 'object' },
    outputSchema: schemaOf(info.outputSchema),
    annotations: info.annotations ?? {},
  };
}

const schemaOf = (schema: unknown): JsonObject | undefined => (isObject(schema) ? { ...schema } : undefined);

/** A description that grows with every tool would push out the tools themselves. */
const mostCharacters = 8000;

const introduction = `Runs a TypeScript program that calls tools, under policy. What only reads is called at once. What changes something is taken down first: the program runs on without it as far as it can, and a person sees all of these calls as one plan. Once it is approved the program runs again and exactly these calls are made, each as it comes to it; where it would do something else it stops and asks again. A result with "pending": true is not a failure.
The program is the body of an async function: await tools.server.name({ ... }), print with console.log, return a value. Calls that do not need each other's results fit into one plan. search('words') and describe('server.tool') tell more.
`;

/** What programs can call, told as signatures. Throws where two tools would have one name. */
export function programDescription(tools: readonly HostTool[]): string {
  const lines = catalogOf(tools).entries.map((entry) => {
    const signature = signatureOf({ name: `tools.${entry.path}`, tool: entry.tool });
    return `${signature} // ${firstSentence(entry.tool.description)}`;
  });
  const room = mostCharacters - introduction.length;
  const told = lines.filter((_, index) => lines.slice(0, index + 1).join('\n').length <= room);
  const left = lines.length - told.length;
  return [introduction, ...told, ...(left === 0 ? [] : [`... and ${left} more: search('words')`])].join('\n');
}

/** What a call was answered, in the form programs and models are given. */
export function programResult(result: unknown): HostResult {
  const { content, structuredContent, isError } = isObject(result) ? result : { content: [] };
  const parts = Array.isArray(content) ? content.flatMap(partOf) : [];
  return { content: parts, structuredContent, isError: isError === true };
}

function partOf(block: unknown): HostPart[] {
  if (!isObject(block)) return [];
  const { type, text, data, mimeType, resource } = block as Record<string, unknown>;
  if (type === 'text' && typeof text === 'string') return [{ type, text }];
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return [{ type, data, mimeType: String(mimeType) }];
  if (type === 'resource' && isObject(resource))
    return [{ type, uri: '', mimeType: undefined, ...resource } as HostPart];
  return [{ type: 'text', text: JSON.stringify(block) }];
}
