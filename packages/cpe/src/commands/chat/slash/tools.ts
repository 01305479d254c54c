import { shortened } from '../../../agent/run-printer.js';
import { firstSentence } from '../../../agent/tools/short-definition.js';
import type { SlashCommand } from './slash-command.js';

export const tools: SlashCommand = {
  name: 'tools',
  words: '[word]',
  description: 'the tools of all servers, or those whose name or description has the word',
  run({ session }, word) {
    const found = session.host
      .tools()
      .filter(({ server, name, description }) =>
        `${server}/${name} ${description}`.toLowerCase().includes(word.toLowerCase()),
      );
    if (found.length === 0) return 'no tool fits\n';
    return found
      .map(({ server, name, description, annotations }) => {
        const mark = annotations.readOnlyHint === true ? 'reads ' : 'writes';
        return `${mark} ${shortened(`${server}/${name}`)}: ${shortened(firstSentence(description))}\n`;
      })
      .join('');
  },
};
