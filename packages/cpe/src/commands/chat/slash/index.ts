import { exit } from './exit.js';
import { help } from './help.js';
import { model } from './model.js';
import { save } from './save.js';
import type { SlashCommand } from './slash-command.js';
import { tools } from './tools.js';
import { undo } from './undo.js';

/** Everything that can be typed with a `/`, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [help, model, tools, undo, save, exit];
