import type { GateStep } from '../call.js';
import { writeDisabled } from '../faults.js';
import { toolOf } from '../tool-of.js';

export const writeOptIn: GateStep = {
  name: 'write-opt-in',
  run(call) {
    const tool = toolOf(call);
    if (tool.definition.effect === 'read' || call.settings.writable) return;
    call.failure = { cause: 'refused', fault: writeDisabled(tool.name, call.settings.writeRefusal) };
  },
};
