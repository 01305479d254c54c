import { join } from 'node:path';
import type { CodeMode } from '@quadrivium/codemode';
import { plainText } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import { programMode } from '../agent/programs/program-mode.js';
import { savingTo } from '../agent/saved-files.js';
import type { Config } from '../config/schema.js';
import type { ConnectedHost } from '../host/host.js';
import { type CommandContext, textOption } from './command.js';

/** All of the output, since it goes to a file or a person and not into the window of a model. */
const EVERYTHING = { largeOutputCharLimit: Number.MAX_SAFE_INTEGER, declarationBudget: 0 };

/** Where programs run that are given on the command line. */
export function commandProgramMode(
  host: ConnectedHost,
  { defaults }: Pick<Config, 'defaults'>,
  context: CommandContext,
): Promise<CodeMode> {
  const { world } = context;
  return programMode(host, {
    configured: defaults.codeMode,
    limits: EVERYTHING,
    saveFile: savingTo(filesFolder(context), machineWorld(world).newId).named,
    onNotice: (notice) => world.err(`note: ${plainText(notice)}\n`),
  });
}

function filesFolder({ world, options }: CommandContext): string {
  return textOption(options, 'output') ?? join(world.cwd, '.cpe', 'files');
}
