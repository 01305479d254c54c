import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { attempt } from '@quadrivium/kernel/essentials';
import type { AgentWorld } from '../../agent/agent-world.js';
import type { MediaBlock, TextBlock, UserMessage } from '../../agent/dialog.js';
import { loadInputs, refused } from '../../agent/inputs.js';

/** What an editor sends with a prompt, as the model gets it: files that it links to are read here. */
export async function promptMessage(prompt: readonly ContentBlock[], world: AgentWorld): Promise<UserMessage> {
  const blocks = await Promise.all(prompt.map((block) => blocksOf(block, world)));
  return { role: 'user', blocks: blocks.flat() };
}

async function blocksOf(block: ContentBlock, world: AgentWorld): Promise<(TextBlock | MediaBlock)[]> {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
    case 'audio':
      return [{ type: 'media', mimeType: block.mimeType, data: block.data }];
    case 'resource_link':
      return linked(block.uri, block.name, world);
    case 'resource':
      return 'text' in block.resource
        ? [{ type: 'text', text: `${block.resource.uri}:\n${block.resource.text}` }]
        : [
            {
              type: 'media',
              mimeType: block.resource.mimeType ?? 'application/octet-stream',
              data: block.resource.blob,
            },
          ];
  }
}

async function linked(uri: string, name: string, world: AgentWorld): Promise<(TextBlock | MediaBlock)[]> {
  const path = pathOf(uri);
  if (path === undefined || (await isNoFile(path))) return [{ type: 'text', text: `[${name}: ${uri}]` }];
  return loadInputs([path], {
    fetch: world.fetch,
    signal: world.signal,
    readFile: (file) =>
      readFile(file).catch((error: Error) => {
        throw refused(file, error.message);
      }),
  });
}

/** Nothing for what lies elsewhere, such as `file://host/share`. */
function pathOf(uri: string): string | undefined {
  return attempt(() => (uri.startsWith('file://') ? fileURLToPath(uri) : undefined), undefined);
}

/** A folder or a device, which a model can be told of and not given. What is not there at all is refused when it is read. */
async function isNoFile(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && !facts.isFile();
}
