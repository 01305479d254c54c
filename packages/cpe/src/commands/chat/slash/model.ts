import type { SlashCommand } from './slash-command.js';

export const model: SlashCommand = {
  name: 'model',
  words: '[ref]',
  description: 'use another model from now on; without a ref, tell which there are',
  async run(chat, ref) {
    if (ref !== '') await chat.useModel(ref);
    const used = chat.session.model.ref;
    if (ref !== '') return `${used} from now on\n`;
    return chat.session.models.map((each) => `${each === used ? '*' : ' '} ${each}\n`).join('');
  },
};
