import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { defineResource, operation, type ServerDefinition, toolErrorProfile } from '../../src/index.js';
import { connectInMemory, type InMemoryClient } from '../../src/testing/index.js';

/** The page contains what the redactor takes for a secret anywhere else. */
const page = '<!doctype html><script>const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";</script>';
const ui = { csp: { connectDomains: [] }, prefersBorder: true };

const chart = operation({
  name: 'charts/show',
  title: 'Chart',
  description: 'Numbers, and a page that draws them.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ points: z.array(z.number()) }),
  meta: { ui: { resourceUri: 'ui://charts/show.html', visibility: ['model', 'app'] } },
  run: () => ({ points: [1, 2] }),
});

const definition: ServerDefinition = {
  name: 'charts',
  version: '1.0.0',
  operations: [chart],
  resources: [
    defineResource({
      uriTemplate: 'ui://charts/show.html',
      name: 'chart',
      description: 'Draws the points.',
      mimeType: 'text/html;profile=mcp-app',
      meta: { ui },
      read: () => page,
    }),
  ],
  extensions: { 'com.example/other': { size: 1 } },
  errorProfile: toolErrorProfile,
};

describe('a server with an MCP App', () => {
  let open: InMemoryClient | undefined;
  afterEach(() => open?.close());

  test.each(['2025-11-25', '2026-07-28'])('declares, lists and serves it untouched in %s', async (revision) => {
    open = await connectInMemory(definition, { revision });
    const { client } = open;
    expect(client.getServerCapabilities()?.extensions).toEqual({
      'io.modelcontextprotocol/ui': {},
      'com.example/other': { size: 1 },
    });
    expect((await client.listTools()).tools[0]?._meta).toEqual(chart.meta);
    expect((await client.listResources()).resources[0]).toMatchObject({
      uri: 'ui://charts/show.html',
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui },
    });
    expect((await client.readResource({ uri: 'ui://charts/show.html' })).contents).toEqual([
      { uri: 'ui://charts/show.html', mimeType: 'text/html;profile=mcp-app', text: page, _meta: { ui } },
    ]);
    expect((await client.callTool({ name: 'charts/show' })).content).toEqual([
      { type: 'text', text: '{"points":[1,2]}' },
    ]);
  });

  test.each(['2024-11-05', '2025-06-18'])(
    'says nothing of it in %s, which has no place for extensions',
    async (revision) => {
      open = await connectInMemory(definition, { revision });
      expect(open.client.getServerCapabilities()).not.toHaveProperty('extensions');
    },
  );
});
