import { join } from 'node:path';
import type { CodeMode } from '@quadrivium/codemode';
import { plainText } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import { savingTo } from '../agent/saved-files.js';
import { CodeModeConfig, type Config } from '../config/schema.js';
import type { ConnectedHost } from '../host/host.js';
import { type CommandContext, textOption } from './command.js';

/** Where programs of one's own run: as those of models do, with all tools and all of the output. */
export async function programMode(
  host: ConnectedHost,
  { defaults }: Pick<Config, 'defaults'>,
  context: CommandContext,
): Promise<CodeMode> {
  const { createCodeMode } = await import('@quadrivium/codemode');
  const { world } = context;
  return createCodeMode(host, {
    config: settings(defaults.codeMode),
    saveFile: savingTo(filesFolder(context), machineWorld(world).newId).named,
    onNotice: (notice) => world.err(`note: ${plainText(notice)}\n`),
  });
}

/** All tools, whatever models are to call directly, and all of the output. */
function settings(configured: CodeModeConfig | undefined): CodeModeConfig {
  const everything = { excludedTools: [], largeOutputCharLimit: Number.MAX_SAFE_INTEGER, declarationBudget: 0 };
  return { ...CodeModeConfig.parse(configured ?? {}), ...everything };
}

function filesFolder({ world, options }: CommandContext): string {
  return textOption(options, 'output') ?? join(world.cwd, '.cpe', 'files');
}
