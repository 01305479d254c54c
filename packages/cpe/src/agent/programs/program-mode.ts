import type { CodeMode, CodeModeHost, CodeModeOptions } from '@quadrivium/codemode';
import { CodeModeConfig } from '../../config/schema.js';

export interface ProgramSetting extends Omit<CodeModeOptions, 'config'> {
  /** What the configuration says about the programs of models. */
  readonly configured: CodeModeConfig | undefined;
  readonly limits?: Partial<CodeModeConfig>;
}

/** Where programs run that somebody has kept or written: as those of models do, with all tools, whatever models call directly. */
export async function programMode(
  host: CodeModeHost,
  { configured = {} as CodeModeConfig, limits, ...rest }: ProgramSetting,
): Promise<CodeMode> {
  const { createCodeMode } = await import('@quadrivium/codemode');
  const config = { ...CodeModeConfig.parse({ ...configured, excludedTools: [] }), ...limits };
  return createCodeMode(host, { config, ...rest });
}
