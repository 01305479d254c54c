import type { SlashCommand } from './slash-command.js';

export const exit: SlashCommand = {
  name: 'exit',
  description: 'leave; so does Ctrl-D',
  run(chat) {
    chat.leave();
    return '';
  },
};
