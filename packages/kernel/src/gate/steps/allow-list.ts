import type { GateStep } from '../call.js';
import { unknownTool } from '../faults.js';

/** The list a caller saw is never trusted: exposure is decided again for the call itself. */
export const allowList: GateStep = {
  name: 'allow-list',
  run(call) {
    const { registry } = call.settings;
    const tool = registry.tool(call.requestedName);
    if (tool === undefined || !call.settings.exposes(tool, call.context.identity)) {
      call.failure = { cause: 'unknown-tool', fault: unknownTool(call.requestedName) };
      return;
    }
    call.tool = tool;
  },
};
