import { exit } from './exit.js';
import { help } from './help.js';
import type { SlashCommand } from './slash-command.js';

/** Everything that can be typed with a `/`, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [help, exit];
