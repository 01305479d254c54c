import type { SchemaCheck } from '../../registry/compiled-schema.js';
import type { Call, GateStep } from '../call.js';
import { invalidArguments } from '../faults.js';
import { toolOf } from '../tool-of.js';

/** Handlers only ever see arguments that match their schema; all violations are reported at once. */
export const schemaCheck: GateStep = {
  name: 'schema-check',
  run(call) {
    const checked = toolOf(call).input.check(call.args ?? {});
    return checked instanceof Promise ? checked.then((late) => admit(call, late)) : admit(call, checked);
  },
};

function admit(call: Call, checked: SchemaCheck): void {
  if (checked.ok) call.args = checked.value;
  else call.failure = { cause: 'input', fault: invalidArguments(toolOf(call).name, checked.issues) };
}
