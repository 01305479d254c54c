/** Who calls what with which words: a call that gets past these steps may run. */

import { tasksExtension } from '../../essentials/mcp-extensions.js';
import { Fault } from '../../fault.js';
import type { SchemaCheck } from '../../registry/compiled-schema.js';
import { isWithinDepth } from '../../wire/depth.js';
import { missingCapability } from '../../wire/rpc-error.js';
import type { Call, CallFailure, GateStep } from '../call.js';
import { invalidArguments, tooDeep, unknownTool, writeDisabled } from '../faults.js';
import { identifyCaller } from '../identify-caller.js';
import { operationOf } from '../operation-of.js';
import { runOperation } from '../run-operation.js';

/** Transports establish who calls and servers may know better; nothing is decided about a caller without a name. */
const identity: GateStep = {
  name: 'identity',
  run(call) {
    const asking = identifyCaller(call.settings, call.context, call.args);
    return asking === undefined ? insistOnName(call) : asking.then(() => insistOnName(call));
  },
};

function insistOnName({ context }: Call): void {
  if (context.identity.subject === '') throw new Fault('Unauthenticated', 'The caller has no identity.');
}

/** Before anything is looked up for them: who calls too often is told when to come back. */
const rate: GateStep = {
  name: 'rate',
  run(call) {
    const fault = call.settings.rateLimit?.take(call.context.identity);
    if (fault !== undefined) call.failure = { cause: 'refused', fault };
  },
};

/** The list a caller saw is never trusted: exposure is decided again for the call itself. */
const exposure: GateStep = {
  name: 'exposure',
  run(call) {
    const { requestedName, context, settings } = call;
    const found = settings.registry.operation(requestedName);
    if (found === undefined || !settings.exposes(found, context.identity, context.front))
      call.failure = { cause: 'unknown-tool', fault: unknownTool(requestedName) };
    else call.operation = found;
  },
};

const writeOptIn: GateStep = {
  name: 'write-opt-in',
  run(call) {
    const { definition, name } = operationOf(call);
    if (definition.effect === 'read' || definition.optIn === false || call.settings.writable) return;
    call.failure = { cause: 'refused', fault: writeDisabled(name, call.settings.writeRefusal) };
  },
};

/** Deep nesting costs more to check than to send, so it is refused before any schema walks it. */
const argumentDepth: GateStep = {
  name: 'argument-depth',
  run(call) {
    const limit = call.settings.maxArgumentDepth;
    if (isWithinDepth(call.args, limit)) return;
    call.failure = { cause: 'input', fault: tooDeep(operationOf(call).name, limit) };
  },
};

/** Handlers only ever see arguments that match their schema; all violations are reported at once. */
const schemaCheck: GateStep = {
  name: 'schema-check',
  run(call) {
    const { name, input, toolInput } = operationOf(call);
    if (input.checkLater !== undefined) return checkForeign(call, input.checkLater(call.args ?? {}));
    // What models are offered may be less than the whole, and then that comes first.
    for (const schema of call.context.front === 'mcp' && toolInput !== input ? [toolInput, input] : [input]) {
      const checked = schema.check(call.args ?? {});
      if (checked.ok) call.args = checked.value;
      else call.failure ??= { cause: 'input', fault: invalidArguments(name, checked.issues) };
    }
    return undefined;
  },
};

async function checkForeign(call: Call, checking: Promise<SchemaCheck>): Promise<void> {
  const checked = await checking;
  if (!checked.ok) call.failure = { cause: 'input', fault: invalidArguments(operationOf(call).name, checked.issues) };
}

const permission: GateStep = {
  name: 'permission',
  run(call) {
    const { definition, name } = operationOf(call);
    const { authorize } = call.settings;
    return definition.needs === undefined ? undefined : authorize?.(definition.needs, call.context, call.args, name);
  },
};

/** Sends calls of operations that are made for it to the background; a caller that knows no tasks waits, or is refused. */
const taskSupport: GateStep = {
  name: 'task-support',
  run(call) {
    const { definition, name } = operationOf(call);
    if (definition.task === undefined || definition.task === 'by-handler') return;
    if (call.context.client.acceptsTasks) call.background = (context) => runOperation(call, context);
    else if (definition.task === 'required') call.failure = needsTasks(name);
  },
};

/** Said in the words of the extension, whatever the error profile: a client branches on the code. */
export function needsTasks(tool: Call['requestedName']): CallFailure {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  const message = `${tool} answers with a task, and the client does not declare ${tasksExtension}`;
  return {
    cause: 'refused',
    fault: new Fault('TasksRequired', message, { context: { tool } }),
    protocolError: missingCapability(requiredCapabilities, message),
  };
}

export const admission: readonly GateStep[] = [
  identity,
  rate,
  exposure,
  writeOptIn,
  argumentDepth,
  schemaCheck,
  permission,
  taskSupport,
];
