import { exit } from './exit.js';
import { help } from './help.js';
import { model } from './model.js';
import { save } from './save.js';
import { skills } from './skills.js';
import type { SlashCommand } from './slash-command.js';
import { tasks } from './tasks.js';
import { tools } from './tools.js';
import { undo } from './undo.js';
import { watch } from './watch.js';

/** Everything that can be typed with a `/`, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [help, model, tools, skills, tasks, watch, undo, save, exit];
