import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolSet } from '../../../../test/support/tool-sets.js';
import { expectNoneLeft, freshFolder, newMark } from '../host/servers.js';
import { cpe, project, run } from './cli.js';

/** Real servers of other people, fetched by `node scripts/tools.mjs peers`. */
const peers = toolSet('peers');
const node = (...args: string[]): object => ({ type: 'stdio', command: process.execPath, args });
const everything = node(peers.path('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio');

function filesystem(folder: string): object {
  return node(peers.path('@modelcontextprotocol/server-filesystem/dist/index.js'), folder);
}

const call = (server: string, tool: string, args: object): string[] => [
  ...['mcp', 'call-tool', '--server', server, '--tool', tool],
  ...['--args', JSON.stringify(args)],
];

describe.skipIf(peers.absent)('real servers through cpe', () => {
  test('a file is printed byte by byte, and nothing is left running', async () => {
    const folder = freshFolder();
    const text = '# Readme\n\nünïcode, no end of line';
    writeFileSync(join(folder, 'README.md'), text);
    const mark = newMark();
    const ran = await cpe(
      project({ filesystem: filesystem(folder) }),
      call('filesystem', 'read_text_file', { path: join(folder, 'README.md') }),
      {
        env: { ...process.env, CPE_TEST_MARK: mark },
      },
    );
    expect(ran).toMatchObject({ code: 0, out: text });
    await expectNoneLeft(mark);
  });

  test('a refused file is a tool error', async () => {
    const ran = await run(
      project({ filesystem: filesystem(freshFolder()) }),
      call('filesystem', 'read_text_file', { path: '/etc/hostname' }),
    );
    expect(ran).toMatchObject({ code: 5, out: '', err: expect.stringContaining('Access denied') });
  });

  test('progress and images of server-everything arrive', async () => {
    const folder = project({ everything });
    const long = await run(folder, [
      ...call('everything', 'trigger-long-running-operation', { duration: 0.2, steps: 2 }),
      '--progress',
    ]);
    expect(long.err).toContain('progress: 1/2\nprogress: 2/2\n');
    const out = join(freshFolder(), 'images');
    const image = await run(folder, [...call('everything', 'get-tiny-image', {}), '--output', out]);
    expect(image).toMatchObject({ code: 0, err: expect.stringMatching(/image \(image\/png, \d+ bytes\) saved as /) });
  });

  test('the tools of a browser are listed without a browser', async () => {
    const playwright = { ...node(peers.path('@playwright/mcp/cli.js'), '--headless'), enabledTools: ['browser_*'] };
    const { code, out, err } = await run(project({ playwright }), ['mcp', 'list-tools', 'playwright']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Filter mode: whitelist\nEnabled tools: browser_\*\nTotal tools: \d+\nAvailable tools: \d+$/m);
    expect(out).toContain('\n## browser_navigate\n\nNavigate to a URL\n\nInput schema:\n\n```json\n{');
  });

  test('the doctor finds all of them well', async () => {
    const env = { MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_READ_ONLY: 'true' };
    const folder = project({
      everything,
      filesystem: filesystem(freshFolder()),
      memory: node(peers.path('@modelcontextprotocol/server-memory/dist/index.js')),
      mongodb: { ...node(peers.path('mongodb-mcp-server/dist/esm/index.js')), env, protocol: 'modern' },
    });
    const { code, out } = await run(folder, ['mcp', 'doctor']);
    expect({ code, closing: out.split('\n').at(-2) }).toEqual({ code: 0, closing: '4 of 4 servers work.' });
    expect(out).toContain('protocol 2026-07-28 (modern)');
  });
});
