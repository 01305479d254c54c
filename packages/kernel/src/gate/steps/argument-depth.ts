import { isWithinDepth } from '../../wire/depth.js';
import type { GateStep } from '../call.js';
import { tooDeep } from '../faults.js';
import { toolOf } from '../tool-of.js';

/** Deep nesting costs more to check than to send, so it is refused before any schema walks it. */
export const argumentDepth: GateStep = {
  name: 'argument-depth',
  run(call) {
    const limit = call.settings.maxArgumentDepth;
    if (isWithinDepth(call.args, limit)) return;
    call.failure = { cause: 'input', fault: tooDeep(toolOf(call).name, limit) };
  },
};
