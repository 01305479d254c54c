/**
 * The server the official conformance suite is run against: our kernel, our HTTP front, and the suite's fixtures.
 * Prints its URL as one line of JSON and serves until it is stopped.
 */
import * as z from 'zod';

import {
  createRuntime,
  modernRevision,
  noAudit,
  openHttpFront,
  type ServerDefinition,
  streamableHttp,
  toolErrorProfile,
} from '../../src/index.js';
import { contentPrompts, contentResources, contentTools } from './conformance-content.js';
import { questionPrompt, questionTools } from './conformance-questions.js';
import { requestStates } from './conformance-state.js';
import { taskTools } from './conformance-tasks.js';

const lists = { tools: { listChanged: false }, prompts: { listChanged: false }, completions: {} };

const conformance: ServerDefinition = {
  name: 'conformance-server',
  version: '1.0.0',
  operations: [...contentTools, ...questionTools, ...taskTools],
  resources: contentResources,
  prompts: [...contentPrompts, questionPrompt],
  errorProfile: toolErrorProfile,
  // Logging and subscriptions left the protocol with the modern revision.
  capabilities: (revision) =>
    revision === modernRevision
      ? { ...lists, resources: { subscribe: false, listChanged: false } }
      : { ...lists, resources: { subscribe: true, listChanged: false }, logging: {} },
  verifyRequestState: (state, context) => requestStates.verify(state, context),
  extend(server) {
    const params = z.looseObject({ uri: z.string() });
    server.setRequestHandler('resources/subscribe', { params }, () => ({}));
    server.setRequestHandler('resources/unsubscribe', { params }, () => ({}));
  },
};

const endpoint = streamableHttp(createRuntime(conformance, { audit: noAudit }));
const front = await openHttpFront({ routes: { '/mcp': endpoint }, port: Number(process.env.PORT ?? 0) });
process.stdout.write(`${JSON.stringify({ url: `${front.url}/mcp` })}\n`);
process.once('SIGTERM', () => void front.close({ graceMs: 100 }).then(() => process.exit(0)));
