import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { callsOf, type Message, textOf } from '../../../agent/dialog.js';
import { cpeFault } from '../../../faults.js';
import type { SlashCommand } from './slash-command.js';

export const save: SlashCommand = {
  name: 'save',
  words: '<file>',
  description: 'write the conversation to a new file, as Markdown',
  run({ conversation, cwd }, file) {
    if (file === '') throw cpeFault('Usage', 'There is no name of a file.', { suggestion: 'Use /save talk.md' });
    const text = conversation.dialog.flatMap(sectionOf).join('\n');
    try {
      writeFileSync(resolve(cwd, file), text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw cpeFault('Usage', `${file} cannot be written: ${(error as Error).message}`, { cause: error });
    }
    return `saved as ${file}\n`;
  },
};

function sectionOf(message: Message): string[] {
  if (message.role === 'user') {
    const words = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    return [`## ${message.summary === true ? 'Summary' : 'User'}\n\n${words.join('\n\n')}\n`];
  }
  if (message.role === 'tool') return [];
  const calls = callsOf(message).map(({ tool, input }) => `- \`${tool}\` \`${input}\``);
  return [`## Model\n\n${[textOf(message), ...calls].filter((part) => part !== '').join('\n')}\n`];
}
