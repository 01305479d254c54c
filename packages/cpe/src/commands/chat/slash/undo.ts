import type { SlashCommand } from './slash-command.js';

export const undo: SlashCommand = {
  name: 'undo',
  description: 'take back the latest question and its answer; what tools did is not undone',
  run({ conversation }) {
    return conversation.undo()
      ? 'taken back; the next question goes on from before it\n'
      : 'there is nothing to take back\n';
  },
};
