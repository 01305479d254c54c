/**
 * What the SDK does today, kept as tests: when a version bump changes one of these, the cure in our code can go or needs
 * another look. The numbers are issues of modelcontextprotocol/typescript-sdk.
 */
import { PassThrough } from 'node:stream';
import { McpServer, Server, UriTemplate } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';

import { KernelServer } from '../../src/protocol/kernel-server.js';
import { RawSession } from '../../src/testing/index.js';

function bareServer(): Server {
  const server = new Server({ name: 'bare', version: '0' }, { capabilities: { tools: {}, prompts: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  server.setRequestHandler('prompts/get', () => ({ messages: [] }));
  return server;
}

function serveBare(): { session: RawSession; close: () => Promise<void> } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const handle = serveStdio(bareServer, { transport: new StdioServerTransport(input, output) });
  return { session: new RawSession(input, output), close: () => handle.close() };
}

describe('members we use although they are hidden', () => {
  test.each([
    ['_onrequest'],
    ['_onnotification'],
    ['_onresponse'],
    ['_invokeInputRequiredCapableHandler'],
    ['_wrapHandler'],
  ])('%s still exists', (name) => {
    expect(Reflect.get(KernelServer.prototype, name)).toBeTypeOf('function');
  });
});

test('the SDK still carries an Ajv that knows 2020-12 and formats', () => {
  const ajv = Reflect.get(new AjvJsonSchemaValidator(), 'ajv') as {
    compile(schema: object): (value: unknown) => boolean;
  };
  const validate = ajv.compile({ prefixItems: [{ format: 'date' }], items: false });
  expect([validate(['2026-11-15']), validate(['yesterday']), validate(['2026-11-15', 1])]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('defects we cure', () => {
  test('#2728: a URI template hands variables over still encoded', () => {
    const template = new UriTemplate('cobre://case/{case_dir}/config');
    expect(template.match('cobre://case/%2Fdata/config')).toEqual({ case_dir: '%2Fdata' });
  });

  test('#2284: an incomplete initialize is an internal error', async () => {
    const { session, close } = serveBare();
    expect(await session.request(1, 'initialize', {})).toMatchObject({ error: { code: -32603 } });
    await close();
  });

  test('#2284: an array as prompt argument is an internal error', async () => {
    const { session, close } = serveBare();
    await session.initialize();
    const reply = await session.request(1, 'prompts/get', { name: 'p', arguments: { dirs: ['/a'] } });
    expect(reply).toMatchObject({ error: { code: -32603 } });
    await close();
  });

  test('#2247: garbage and batches on stdio are dropped without an answer', async () => {
    const { session, close } = serveBare();
    session.write('garbage\n[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n');
    await session.request(2, 'ping');
    expect(session.received).toHaveLength(1);
    await close();
  });

  test('a line over ten megabytes ends the connection', async () => {
    const { session } = serveBare();
    session.write(Buffer.alloc(11 * 1024 * 1024, 'x'));
    session.write('\n');
    session.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(session.received).toEqual([]);
  });

  test('a high-level server turns every thrown error into a result, which two of our seeds forbid', async () => {
    const server = new McpServer({ name: 'high', version: '0' });
    server.registerTool('boom', {}, () => {
      throw Object.assign(new Error('no'), { code: -32603 });
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    await server.connect(new StdioServerTransport(input, output));
    const session = new RawSession(input, output);
    await session.initialize();
    expect(await session.call(1, 'boom')).toMatchObject({ result: { isError: true } });
    await server.close();
  });
});
