import { isInputRequiredResult } from '@modelcontextprotocol/server';

import type { SchemaCheck } from '../../registry/compiled-schema.js';
import { ToolReply } from '../../registry/tool.js';
import type { Call, GateStep } from '../call.js';
import { invalidOutput } from '../faults.js';
import { encodeReply } from '../result.js';
import { toolOf } from '../tool-of.js';

/** What leaves matches the schema that was listed, secrets are gone, and text and structure say the same. */
export const outputCheck: GateStep = {
  name: 'output-check',
  run(call) {
    const { outcome } = call;
    if (isInputRequiredResult(outcome)) {
      call.result = outcome;
      return;
    }
    const parts = outcome instanceof ToolReply ? outcome : new ToolReply({ data: outcome });
    const schema = toolOf(call).output;
    if (schema === undefined || parts.data === undefined || parts.isError) return finish(call, parts, parts.data);
    const checked = schema.check(parts.data);
    return checked instanceof Promise ? checked.then((late) => admit(call, parts, late)) : admit(call, parts, checked);
  },
};

function admit(call: Call, parts: ToolReply, checked: SchemaCheck): void {
  if (checked.ok) finish(call, parts, checked.value);
  else call.failure = { cause: 'crashed', fault: invalidOutput(toolOf(call).name, checked.issues) };
}

function finish(call: Call, parts: ToolReply, data: unknown): void {
  call.result = encodeReply(parts, data, call.settings.redact);
}
