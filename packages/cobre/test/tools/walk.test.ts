import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { toolSet } from '../../../../test/support/tool-sets.js';
import { bundled } from '../cli/program.js';
import { newRoot, serveOverHttp, writeStudy } from './served.js';

/** The way of an agent through a study, with clients that others wrote: validate, run, query, compare, export. */
const peers = toolSet('peers');

type Call = (name: string, args: object) => Promise<Record<string, unknown>>;

async function walk(root: string, call: Call): Promise<void> {
  const caseDir = await writeStudy(root);
  const output = join(caseDir, 'output');
  expect(await call('cobre/validate', { case_dir: caseDir })).toMatchObject({ valid: true });
  expect(await call('cobre/run', { case_dir: caseDir })).toMatchObject({ status: 'completed', output_dir: output });
  const filters = { entity_id: 'ITAIPU', columns: ['stage_id', 'storage_hm3'], limit: 2 };
  const rows = await call('cobre/query-results', { output_dir: output, entity_type: 'hydros', filters });
  expect(rows).toMatchObject({ columns: ['stage_id', 'storage_hm3'], total_rows: 18, truncated: true });
  await cp(output, join(caseDir, 'output_v2'), { recursive: true });
  const policy_dirs = [join(output, 'policy'), join(caseDir, 'output_v2/policy')];
  expect(await call('cobre/compare-policies', { policy_dirs })).toMatchObject({ compatible: true });
  const exported = await call('cobre/export-results', { output_dir: output, format: 'json', entity_type: 'costs' });
  expect(exported).toMatchObject({ file_path: join(output, 'exports/costs.json'), rows: 18 });
}

describe.skipIf(peers.absent)('clients of others (need: node scripts/tools.mjs peers)', () => {
  test('the Inspector finds nothing to object to in portable names, and walks through a study over HTTP', async () => {
    const [root, home] = [await newRoot(), await newRoot()];
    const running = await serveOverHttp(['--allowed-dirs', root, '--allow-write', '--tool-names', 'portable']);
    const inspect = (...args: string[]) =>
      new Promise<{ code: number; out: string; err: string }>((resolve) => {
        const options = { env: { ...process.env, HOME: home }, maxBuffer: 1 << 26 };
        const words = ['--cli', `${running.url}/mcp`, '--transport', 'http', ...args, '--format', 'json', '-q'];
        execFile(peers.path('.bin/mcp-inspector'), words, options, (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err }),
        );
      });
    const listed = await inspect('--method', 'tools/list', '--strict');
    expect(listed.code, listed.out + listed.err).toBe(0);
    await walk(root, async (name, args) => {
      const portable = name.replace('/', '_');
      const words = ['--method', 'tools/call', '--tool-name', portable, '--tool-args-json', JSON.stringify(args)];
      const { code, out, err } = await inspect(...words);
      expect(code, out + err).toBe(0);
      const answer = JSON.parse(out);
      return answer.structuredContent ?? answer.result.structuredContent;
    });
    await running.close();
  }, 180_000);

  test('the AI SDK walks through a study over stdio', async () => {
    const load = (...path: string[]) => import(/* @vite-ignore */ pathToFileURL(peers.path(...path)).href);
    const root = await newRoot();
    const { Experimental_StdioMCPTransport: Stdio } = await load('@ai-sdk/mcp/dist/mcp-stdio/index.js');
    const args = [bundled('cobre-mcp'), '--allowed-dirs', root, '--allow-write', '--threads', '1'];
    const { createMCPClient, experimental_createMCPClient } = await load('@ai-sdk/mcp/dist/index.js');
    const transport = new Stdio({ command: process.execPath, args, stderr: 'ignore' });
    const client = await (createMCPClient ?? experimental_createMCPClient)({ transport });
    const tools = await client.tools();
    await walk(root, async (name, input) => {
      const result = await tools[name].execute(input, { toolCallId: name, messages: [] });
      expect(result.isError).toBe(false);
      return JSON.parse(result.content[0].text);
    });
    await client.close();
  });
});
