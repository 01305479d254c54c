/** Fixtures that ask the client back: by requests in the old era, by `input_required` results in the modern one. */
import {
  type ElicitRequestFormParams,
  inputRequired,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

import { definePrompt, Fault, type Operation, type OperationContext, operation, reply } from '../../src/index.js';
import { text } from './conformance-content.js';
import { requestStates } from './conformance-state.js';

type Schema = ElicitRequestFormParams['requestedSchema'];

const nothing = z.strictObject({});

const answered = (line: string) => reply({ content: [text(line)] });

/** A tool that pushes one question to a legacy client and tells what came back. */
function eliciting(name: string, requestedSchema: Schema, label: string): Operation {
  return operation({
    name,
    title: name,
    description: 'Asks the user.',
    effect: 'read',
    input: z.strictObject({ message: z.string().default('Please answer') }),
    async run({ message }, { client }) {
      if (client.capabilities?.elicitation === undefined)
        throw new Fault('NoElicitation', 'The client cannot be asked.');
      const { action, content } = await client.elicit({ mode: 'form', message, requestedSchema });
      return answered(`${label}: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  });
}

const account: Schema = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

const defaults: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name', default: 'John Doe' },
    age: { type: 'integer', description: 'Age', default: 30 },
    score: { type: 'number', description: 'Score', default: 95.5 },
    status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verified', default: true },
  },
  required: [],
};

const titled = (kind: string) => [1, 2, 3].map((n) => ({ const: `value${n}`, title: `${ordinals[n]} ${kind}` }));
const ordinals = ['', 'First', 'Second', 'Third'];

const enums: Schema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
  required: [],
};

const sampling = operation({
  name: 'test_sampling',
  title: 'Sampling',
  description: 'Asks the client for a completion.',
  effect: 'read',
  input: z.strictObject({ prompt: z.string() }),
  async run({ prompt }, { client }) {
    if (client.capabilities?.sampling === undefined) throw new Fault('NoSampling', 'The client cannot sample.');
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
    const { content } = await client.sample({ messages, maxTokens: 100 });
    return answered(`LLM response: ${'text' in content ? content.text : JSON.stringify(content)}`);
  },
});

const missingCapability = operation({
  name: 'test_missing_capability',
  title: 'Missing capability',
  description: 'Needs sampling.',
  effect: 'read',
  input: nothing,
  run(_, { client }) {
    if (client.capabilities?.sampling !== undefined) return answered('The client can sample.');
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
});

/** An object schema whose one property is required. */
const asking = (message: string, property: string, type: 'string' | 'boolean') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [property]: { type } as Schema['properties'][string] },
      required: [property],
    },
  });

const sampleRequest = (line: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: line } }],
    maxTokens,
  });

type Responses = OperationContext['client']['inputResponses'];

function contentOf(responses: Responses, key: string): Record<string, unknown> | undefined {
  const response = responses?.[key] as { action?: string; content?: Record<string, unknown> } | undefined;
  return response?.action === 'accept' ? response.content : undefined;
}

/** A modern tool: `run` decides from the answers and the verified state whether to ask (again) or to finish. */
function rounds(name: string, run: Operation['run']): Operation {
  return operation({ name, title: name, description: 'Asks in rounds.', effect: 'read', input: nothing, run });
}

const nameQuestion = () =>
  inputRequired({ inputRequests: { user_name: asking('What is your name?', 'name', 'string') } });

const greeting: Operation['run'] = (_, { client }) => {
  const name = contentOf(client.inputResponses, 'user_name')?.name;
  return typeof name === 'string' ? answered(`Hello, ${name}!`) : nameQuestion();
};

const confirmed: Operation['run'] = async (_, { client }) => {
  if (client.requestState !== undefined && contentOf(client.inputResponses, 'confirm') !== undefined) {
    return answered('state-ok');
  }
  const requestState = await requestStates.mint({ step: 'confirm' });
  return inputRequired({ inputRequests: { confirm: asking('Please confirm', 'ok', 'boolean') }, requestState });
};

const modernTools: readonly Operation[] = [
  rounds('test_input_required_result_elicitation', greeting),
  rounds('test_streaming_elicitation', greeting),
  rounds('test_input_required_result_request_state', confirmed),
  rounds('test_input_required_result_tampered_state', confirmed),

  rounds('test_input_required_result_sampling', (_, { client }) => {
    const answer = client.inputResponses?.capital_question;
    if (answer !== undefined) return answered(JSON.stringify(answer));
    return inputRequired({ inputRequests: { capital_question: sampleRequest('What is the capital of France?', 100) } });
  }),

  rounds('test_input_required_result_list_roots', (_, { client }) => {
    const answer = client.inputResponses?.client_roots;
    if (answer !== undefined) return answered(JSON.stringify(answer));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }),

  rounds('test_input_required_result_multiple_inputs', async (_, { client }) => {
    const keys = ['user_name', 'greeting', 'client_roots'];
    if (client.requestState !== undefined && keys.every((key) => client.inputResponses?.[key] !== undefined)) {
      return answered('All inputs received.');
    }
    return inputRequired({
      inputRequests: {
        user_name: asking('What is your name?', 'name', 'string'),
        greeting: sampleRequest('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await requestStates.mint({ step: 'multiple' }),
    });
  }),

  rounds('test_input_required_result_multi_round', async (_, { client }) => {
    const step = (client.requestState as { step?: string } | undefined)?.step;
    const { inputResponses } = client;
    if (step === 'two' && contentOf(inputResponses, 'step2') !== undefined) return answered('Both steps done.');
    const next = step === 'one' && contentOf(inputResponses, 'step1') !== undefined ? 'two' : 'one';
    const inputRequests =
      next === 'one'
        ? { step1: asking('Step 1: What is your name?', 'name', 'string') }
        : { step2: asking('Step 2: What is your favorite color?', 'color', 'string') };
    return inputRequired({ inputRequests, requestState: await requestStates.mint({ step: next }) });
  }),

  rounds('test_input_required_result_capabilities', (_, { client }) => {
    const { elicitation, sampling: canSample } = client.capabilities ?? {};
    return inputRequired({
      inputRequests: {
        ...(canSample === undefined ? {} : { sample: sampleRequest('Say something', 50) }),
        ...(elicitation === undefined ? {} : { ask: asking('Say something', 'word', 'string') }),
      },
    });
  }),
];

export const questionTools: readonly Operation[] = [
  eliciting('test_elicitation', account, 'User response'),
  eliciting('test_elicitation_sep1034_defaults', defaults, 'Elicitation completed'),
  eliciting('test_elicitation_sep1330_enums', enums, 'Elicitation completed'),
  sampling,
  missingCapability,
  ...modernTools,
];

export const questionPrompt = definePrompt({
  name: 'test_input_required_result_prompt',
  description: 'A prompt that asks for its context.',
  arguments: z.object({}),
  run(_, { client }) {
    const context = contentOf(client.inputResponses, 'user_context')?.context;
    if (context !== undefined) return `Use this context: ${String(context)}`;
    const question = asking('What context should the prompt use?', 'context', 'string');
    return inputRequired({ inputRequests: { user_context: question } });
  },
});
