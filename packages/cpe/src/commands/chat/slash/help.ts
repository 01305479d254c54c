import type { SlashCommand } from './slash-command.js';

export const help: SlashCommand = {
  name: 'help',
  description: 'what can be typed here',
  run({ commands }) {
    const rows = commands.map(({ name, words = '', description }) => [`/${name} ${words}`.trimEnd(), description]);
    const width = Math.max(...rows.map(([left = '']) => left.length));
    const list = rows.map(([left = '', right]) => `${left.padEnd(width)}  ${right}\n`).join('');
    return `${list}Ctrl-C interrupts an answer, twice it leaves; a backslash at the end of a line goes on in the next.\n`;
  },
};
