import type { GateStep } from '../call.js';
import { invalidArguments } from '../faults.js';
import { toolOf } from '../tool-of.js';

/** Handlers only ever see arguments that match their schema; all violations are reported at once. */
export const schemaCheck: GateStep = {
  name: 'schema-check',
  run(call) {
    const { name, input } = toolOf(call);
    const checked = input.check(call.args ?? {});
    if (checked.ok) call.args = checked.value;
    else call.failure = { cause: 'input', fault: invalidArguments(name, checked.issues) };
  },
};
