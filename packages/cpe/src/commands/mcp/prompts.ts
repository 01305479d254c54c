import { optionalArgument } from '@quadrivium/kernel/shell';
import { parseArguments } from '../../host/argument-check.js';
import { type CliCommand, textOption } from '../command.js';
import { jsonArguments } from '../frozen-option.js';
import { chosenServer, SERVER_HELP, serverOptions } from '../server-choice.js';
import { withServer } from '../with-host.js';

export const prompts: CliCommand = {
  name: 'mcp prompts',
  description: 'List the prompts of a server, or fill one in',
  arguments: {
    server: optionalArgument(SERVER_HELP),
    prompt: optionalArgument('show this prompt filled in'),
  },
  options: { ...serverOptions, args: jsonArguments('arguments of the prompt as a JSON object of texts') },

  async run(context) {
    const choice = chosenServer(context);
    const {
      name,
      args: [prompt],
    } = choice;
    const { signal } = context.world;
    return withServer(context, choice, { discover: false, ask: true }, async (session) => {
      const connection = await session.open();
      if (prompt !== undefined) {
        const args = parseArguments(textOption(context.options, 'args') ?? '{}') as Record<string, string>;
        const { description, messages } = await connection.getPrompt(prompt, args, { signal });
        const text = messages.map(({ role, content }) => `${role}: ${contentText(content)}\n`).join('');
        return { text, value: { server: name, prompt, description, messages } };
      }
      const { prompts: found } = await connection.prompts({ signal });
      const text = `Prompts of ${name}:\n${found.map((each) => `- ${each.name}${signature(each)}\n`).join('')}`;
      return { text, value: { server: name, prompts: found } };
    });
  },
};

interface PromptLine {
  readonly description?: string | undefined;
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean | undefined }[] | undefined;
}

function signature({ description, arguments: given = [] }: PromptLine): string {
  const names = given.map(({ name, required }) => (required === true ? name : `[${name}]`));
  return `${names.length === 0 ? '' : ` ${names.join(' ')}`}${description === undefined ? '' : `: ${description}`}`;
}

function contentText(content: { readonly type: string; readonly text?: unknown }): string {
  return typeof content.text === 'string' ? content.text : `[${content.type}]`;
}
