/** Fixtures of the official suite for the tasks extension. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';

import { Fault, inBackground, inputRequired, type Operation, operation, reply } from '../../src/index.js';
import { text } from './conformance-content.js';

const said = (line: string) => reply({ content: [text(line)] });

const greet = operation({
  name: 'greet',
  title: 'Greet',
  description: 'Greets at once.',
  effect: 'read',
  input: z.strictObject({ name: z.string() }),
  run: ({ name }) => said(`Hello, ${name}!`),
});

const slowCompute = operation({
  name: 'slow_compute',
  title: 'Slow computation',
  description: 'Takes as long as it is told to.',
  effect: 'read',
  task: 'optional',
  input: z.strictObject({ seconds: z.number(), label: z.string().default('') }),
  async run({ seconds, label }, { signal }) {
    await sleep(seconds * 1000, undefined, { signal });
    return said(`computed ${label}`);
  },
});

const failingJob = operation({
  name: 'failing_job',
  title: 'Failing job',
  description: 'Fails after a second.',
  effect: 'read',
  task: 'required',
  input: z.strictObject({}),
  async run() {
    await sleep(1000);
    throw new Fault('Intentional', 'The job failed on purpose.');
  },
});

const protocolErrorJob = operation({
  name: 'protocol_error_job',
  title: 'Broken job',
  description: 'Ends in an error of the protocol.',
  effect: 'read',
  task: 'optional',
  input: z.strictObject({}),
  run() {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The job broke on purpose.');
  },
});

const question = (message: string, property: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type: 'string' } }, required: [property] },
  });

/** A job that asks everything it wants to know at once, and tells what it heard. */
function asking(name: string, questions: Readonly<Record<string, string>>): Operation {
  return operation({
    name,
    title: name,
    description: 'Asks before it goes on.',
    effect: 'read',
    task: 'optional',
    input: z.looseObject({}),
    run(_, { client: { inputResponses } }) {
      if (inputResponses !== undefined) return said(JSON.stringify(inputResponses));
      const asked = Object.entries(questions).map(([key, line]) => [key, question(line, 'answer')] as const);
      return inputRequired({ inputRequests: Object.fromEntries(asked) });
    },
  });
}

const withName = operation({
  name: 'test_tool_with_task',
  title: 'Question, then task',
  description: 'Asks for a name in the foreground and greets in the background.',
  effect: 'read',
  task: 'by-handler',
  input: z.looseObject({}),
  run(_, { client: { inputResponses } }) {
    const answer = inputResponses?.user_name as { content?: { name?: unknown } } | undefined;
    const name = answer?.content?.name;
    if (typeof name !== 'string')
      return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
    return inBackground(async () => said(`Hello, ${name}!`));
  },
});

export const taskTools: readonly Operation[] = [
  greet,
  slowCompute,
  failingJob,
  protocolErrorJob,
  asking('confirm_delete', { confirm: 'Really delete it?' }),
  asking('multi_input', { first: 'One?', second: 'Two?' }),
  withName,
] as readonly Operation[];
