import type { CodeMode, CodeModeHost, NestedCall } from '@quadrivium/codemode';
import type { CodeModeConfig } from '../../config/schema.js';
import type { HostTool } from '../../host/tool-host.js';
import type { AgentTool } from './agent-tool.js';
import type { ToolGuard } from './guard.js';

export interface CodeToolOptions {
  readonly config: CodeModeConfig | undefined;
  readonly contextWindow: number | undefined;
  readonly policy: ToolGuard['policy'];
  readonly onNotice: ((notice: string) => void) | undefined;
  readonly saveFile: (bytes: Buffer, name: string) => Promise<string>;
}

export interface CodePartition {
  /** Tools the model calls itself. */
  readonly direct: readonly HostTool[];
  /** The tool that runs programs, when code mode is on. */
  readonly tool: AgentTool | undefined;
}

/** Divides the tools between the model and its programs; again whenever they have changed. */
export function codeToolOf(host: CodeModeHost, options: CodeToolOptions): (changed: boolean) => Promise<CodePartition> {
  const { config, contextWindow, policy, onNotice, saveFile } = options;
  if (config?.enabled !== true) return async () => ({ direct: host.tools(), tool: undefined });
  // With keepState, programs of one conversation share what they keep, also after the tools have changed.
  const state = { json: '{}' };
  let mode: CodeMode | undefined;
  return async (changed) => {
    if (mode === undefined || changed) {
      const { createCodeMode } = await import('@quadrivium/codemode');
      const notice = onNotice === undefined || mode !== undefined ? {} : { onNotice };
      const isFirst = mode === undefined;
      mode = await createCodeMode(host, { config, contextWindow, state, policy, saveFile, ...notice });
      for (const name of isFirst ? mode.unmatchedExclusions : [])
        onNotice?.(`codeMode.excludedTools: no tool is called ${name}`);
    }
    return { direct: mode.direct, tool: codeTool(mode, onNotice) };
  };
}

function codeTool(mode: CodeMode, onNotice: ((notice: string) => void) | undefined): AgentTool {
  return {
    name: mode.name,
    title: mode.name,
    description: mode.description,
    inputSchema: mode.inputSchema,
    readOnly: true,
    timeoutSecondsOf: ({ executionTimeout }) => (typeof executionTimeout === 'number' ? executionTimeout : undefined),
    use: (args, { signal }) => mode.execute(args, { signal, onCall: (call) => tellCall(call, onNotice) }),
  };
}

/** What a program calls is as visible as what the model calls. */
function tellCall(call: NestedCall, onNotice: ((notice: string) => void) | undefined): void {
  if (call.phase !== 'end') return;
  const { tool, isError, durationMs } = call;
  onNotice?.(`program: ${isError ? '✗' : '←'} ${tool.server}/${tool.name} (${durationMs} ms)`);
}
