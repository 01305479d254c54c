import { isInputRequiredResult } from '@modelcontextprotocol/server';

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
    if (isInputRequiredResult(outcome)) call.result = outcome;
    else finish(call, outcome instanceof ToolReply ? outcome : new ToolReply({ data: outcome }));
  },
};

/** An error has no data to promise anything about, and a reply may consist of blocks alone. */
function finish(call: Call, parts: ToolReply): void {
  const { name, output } = toolOf(call);
  const unchecked = output === undefined || parts.data === undefined || parts.isError;
  const checked = unchecked ? { ok: true as const, value: parts.data } : output.check(parts.data);
  if (checked.ok) call.result = encodeReply(parts, checked.value, call.settings.redact);
  else call.failure = { cause: 'crashed', fault: invalidOutput(name, checked.issues) };
}
