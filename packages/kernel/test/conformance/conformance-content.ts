/** Fixtures of the official suite that return content: tools, resources and prompts with fixed answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentBlock } from '@modelcontextprotocol/server';
import * as z from 'zod';

import { definePrompt, defineResource, Fault, type Operation, operation, reply } from '../../src/index.js';

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV header and no samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const nothing = z.strictObject({});

function fixed(name: string, description: string, ...content: ContentBlock[]): Operation {
  const run = () => reply({ content });
  return operation({ name, title: name, description, effect: 'read', input: nothing, run });
}

export const text = (value: string): ContentBlock => ({ type: 'text', text: value });

const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' };

const mixedResource: ContentBlock = {
  type: 'resource',
  resource: {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: JSON.stringify({ test: 'data', value: 123 }),
  },
};

const embeddedResource: ContentBlock = {
  type: 'resource',
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
};

const failing = operation({
  name: 'test_error_handling',
  title: 'Error',
  description: 'Always fails.',
  effect: 'read',
  input: nothing,
  run() {
    throw new Fault('Intentional', 'This tool intentionally returns an error for testing');
  },
});

/** The pauses are longer than the suite suggests, because our progress is thinned out to ten updates a second. */
const withProgress = operation({
  name: 'test_tool_with_progress',
  title: 'Progress',
  description: 'Reports progress three times.',
  effect: 'read',
  input: nothing,
  async run(_, { progress }) {
    for (const done of [0, 50, 100]) {
      progress.report({ progress: done, total: 100 });
      await sleep(120);
    }
    return reply({ content: [text('Progress reported.')] });
  },
});

const withLogging = (name: string): Operation =>
  operation({
    name,
    title: 'Logging',
    description: 'Logs three times.',
    effect: 'read',
    input: nothing,
    async run(_, { client }) {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await client.log('info', line);
        await sleep(50);
      }
      return reply({ content: [text('Logged.')] });
    },
  });

/** Ends its stream in the middle of the call, so that the client has to come back for the result. */
const reconnecting = operation({
  name: 'test_reconnection',
  title: 'Reconnection',
  description: 'Closes the response stream before it answers.',
  effect: 'read',
  input: nothing,
  async run(_, { client }) {
    client.closeStream?.();
    await sleep(100);
    return reply({ content: [text('Reconnection test completed.')] });
  },
});

/** Its one argument travels as a header too. */
const routed = operation({
  name: 'test_routed',
  title: 'Routed',
  description: 'Tells where it was sent.',
  effect: 'read',
  input: z.strictObject({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
  run: ({ region }) => reply({ content: [text(region)] }),
});

const schema2020 = operation({
  name: 'json_schema_2020_12_tool',
  title: 'JSON Schema 2020-12',
  description: 'Tool with JSON Schema 2020-12 features',
  effect: 'read',
  input: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: this is a JSON Schema keyword.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  run: () => reply({ content: [text('Valid.')] }),
});

export const contentTools: readonly Operation[] = [
  fixed('test_simple_text', 'Returns text.', text('This is a simple text response for testing.')),
  fixed('test_image_content', 'Returns an image.', image),
  fixed('test_audio_content', 'Returns audio.', { type: 'audio', data: wav, mimeType: 'audio/wav' }),
  fixed('test_embedded_resource', 'Returns a resource.', embeddedResource),
  fixed('test_multiple_content_types', 'Returns a mix.', text('Multiple content types test:'), image, mixedResource),
  failing,
  withProgress,
  withLogging('test_tool_with_logging'),
  withLogging('test_logging_tool'),
  reconnecting,
  schema2020,
  routed,
];

export const contentResources = [
  defineResource({
    uriTemplate: 'test://static-text',
    name: 'static-text',
    description: 'Text that never changes.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  }),
  defineResource({
    uriTemplate: 'test://static-binary',
    name: 'static-binary',
    description: 'Bytes that never change.',
    mimeType: 'image/png',
    read: () => Buffer.from(png, 'base64'),
  }),
  defineResource({
    uriTemplate: 'test://watched-resource',
    name: 'watched-resource',
    description: 'Something to subscribe to.',
    mimeType: 'text/plain',
    read: () => 'Watch me.',
  }),
  defineResource({
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data by id.',
    mimeType: 'application/json',
    read: ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
];

const user = (content: ContentBlock) => ({ role: 'user' as const, content });

export const contentPrompts = [
  definePrompt({
    name: 'test_simple_prompt',
    description: 'A prompt without arguments.',
    arguments: z.object({}),
    run: () => 'This is a simple prompt for testing.',
  }),
  definePrompt({
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: z.object({
      arg1: z.string().describe('First test argument'),
      arg2: z.string().describe('Second test argument'),
    }),
    complete: { arg1: (typed) => ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)) },
    run: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  }),
  definePrompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that embeds a resource.',
    arguments: z.object({ resourceUri: z.string().describe('URI of the resource to embed') }),
    run: ({ resourceUri }) => [
      user({
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      user(text('Please process the embedded resource above.')),
    ],
  }),
  definePrompt({
    name: 'test_prompt_with_image',
    description: 'A prompt with an image.',
    arguments: z.object({}),
    run: () => [user(image), user(text('Please analyze the image above.'))],
  }),
];
