import type { HostTool } from '../../host/tool-host.js';
import { textResult } from '../tools/agent-tool.js';
import type { ToolGuard } from '../tools/guard.js';

/** A call that was not made, because it may change something. */
export interface PlannedEffect {
  readonly server: string;
  readonly tool: string;
  readonly arguments: unknown;
}

/**
 * Lets a model work with tools that only read, and lists every other call instead of making it. What a server says about
 * its own tools is a hint; a tool without the hint counts as one that changes something.
 */
export class EffectPreview implements ToolGuard {
  readonly effects: PlannedEffect[] = [];

  tool: ToolGuard['tool'] = (tool, origin) =>
    tool.readOnly ? tool : { ...tool, use: async (args) => textResult(this.#plan(origin, args)) };

  readonly policy: ToolGuard['policy'] = async (tool, input) =>
    tool.annotations.readOnlyHint === true ? true : this.#plan(tool, input);

  #plan({ server, name }: HostTool, args: unknown): string {
    this.effects.push({ server, tool: name, arguments: args });
    return (
      `This is a preview: ${server}/${name} may change something, so it was not run. It is number ${this.effects.length} ` +
      'on the list that the user is asked to approve. Go on as far as possible without its result.'
    );
  }
}
