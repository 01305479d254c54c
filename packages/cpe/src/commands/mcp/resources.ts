import { optionalArgument } from '@quadrivium/kernel/shell';
import { resourcePart } from '../../host/result-parts.js';
import type { CliCommand } from '../command.js';
import { chosenServer, SERVER_HELP, serverOptions } from '../server-choice.js';
import { withServer } from '../with-host.js';

export const resources: CliCommand = {
  name: 'mcp resources',
  description: 'List the resources of a server, or read one',
  arguments: { server: optionalArgument(SERVER_HELP), uri: optionalArgument('read this resource') },
  options: serverOptions,

  async run(context) {
    const choice = chosenServer(context);
    const {
      name,
      args: [uri],
    } = choice;
    const { signal } = context.world;
    return withServer(context, choice, { discover: false, ask: true }, async (session) => {
      const connection = await session.open();
      if (uri !== undefined) {
        const { contents } = await connection.readResource(uri, { signal });
        const parts = contents.map(resourcePart);
        const text = parts.map((part) => (part.type === 'resource' ? (part.text ?? part.blob ?? '') : '')).join('\n');
        return { text, value: { server: name, contents: parts } };
      }
      const { resources: found } = await connection.resources({ signal });
      const { resourceTemplates } = await connection.resourceTemplates({ signal });
      const rows = [
        ...found.map((each) => `- ${each.uri}${about(each)}`),
        ...resourceTemplates.map((each) => `- ${each.uriTemplate} (template)${about(each)}`),
      ];
      const text = `Resources of ${name}:\n${rows.map((row) => `${row}\n`).join('')}`;
      return { text, value: { server: name, resources: found, resourceTemplates } };
    });
  },
};

function about({
  name,
  description,
  mimeType,
}: {
  name: string;
  description?: string | undefined;
  mimeType?: string | undefined;
}): string {
  const facts = [mimeType, description].filter((fact) => fact !== undefined);
  return ` ${name}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
}
