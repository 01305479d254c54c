/**
 * Hosts of agents, as people install them, say what they make of our manifests, of the commands and files that `quadrivium
 * connect` gives them, and of the servers behind these. Nobody is logged in and no model is asked. Needs: `node scripts/tools.mjs
 * hosts` (a gigabyte, which CI does not fetch).
 */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import {
  createRuntime,
  type HttpFront,
  inPortableNames,
  noAudit,
  openHttpFront,
  streamableHttp,
} from '@quadrivium/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostNamed, install } from '../packages/quadrivium/src/connect/connect.js';
import { servers } from '../scripts/servers.js';
import { toolSet } from './support/tool-sets.js';

const root = join(import.meta.dirname, '..');
const hosts = toolSet('hosts');
const programs = {
  claude: '@anthropic-ai/claude-code/cli-wrapper.cjs',
  gemini: '@google/gemini-cli/bundle/gemini.js',
  codex: '@openai/codex/bin/codex.js',
};

const home = realpathSync(mkdtempSync(join(tmpdir(), 'quadrivium-hosts-')));
const here = join(home, 'project');
/** Nothing of whoever runs the tests: no login, no settings, no keys. */
const env = { PATH: process.env.PATH, HOME: home, TERM: 'dumb', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' };

async function said(program: keyof typeof programs, ...words: string[]): Promise<string> {
  const options = { cwd: here, env, timeout: 120_000 };
  const running = promisify(execFile)(process.execPath, [hosts.path(programs[program]), ...words], options);
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} ${words.join(' ')}:\n${error.stdout}${error.stderr}`);
  });
  return `${stdout}${stderr}`;
}

/** What Codex has found at every server, asked as an editor would ask it. */
async function codexStatus(): Promise<Record<string, number>> {
  const codex = spawn(process.execPath, [hosts.path(programs.codex), 'app-server'], { cwd: here, env, stdio: 'pipe' });
  const tell = (message: object) => codex.stdin.write(`${JSON.stringify(message)}\n`);
  tell({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '0' } } });
  try {
    for await (const line of createInterface({ input: codex.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result: { data: { name: string; tools: object }[] } };
      if (id === 1) tell({ method: 'initialized' });
      if (id === 1) tell({ id: 2, method: 'mcpServerStatus/list', params: {} });
      if (id === 2) return Object.fromEntries(result.data.map(({ name, tools }) => [name, Object.keys(tools).length]));
    }
    throw new Error('codex ended without an answer');
  } finally {
    codex.kill();
  }
}

describe.skipIf(hosts.absent)('hosts (needs: node scripts/tools.mjs hosts)', () => {
  let front: HttpFront;
  const toolsOf: Record<string, number> = {};

  beforeAll(async () => {
    for (const folder of [here, join(home, '.gemini')]) mkdirSync(folder, { recursive: true });
    const routes = servers.map(({ binary, definition }) => {
      const name = binary.replace('-mcp', '');
      toolsOf[name] = definition.operations?.filter(({ tool }) => tool !== false).length ?? 0;
      const shown = name === 'cobre' ? inPortableNames(definition) : definition;
      const runtime = createRuntime(shown, { audit: noAudit, allowWrite: true });
      return [`/${name}/mcp${name === 'cobre' ? '/portable' : ''}`, streamableHttp(runtime)] as const;
    });
    front = await openHttpFront({ port: 0, routes: Object.fromEntries(routes) });
  });
  afterAll(async () => {
    await front?.close({ graceMs: 0 });
    rmSync(home, { recursive: true, force: true });
  });

  const places = { home, here, platform: process.platform, env: {} };
  const names = ['cobre', 'portarium', 'career'];

  test('Claude Code has nothing to say against the marketplace and the plugin, and installs it with all skills', async () => {
    for (const path of [root, join(root, 'hosts/quadrivium')])
      expect(await said('claude', 'plugin', 'validate', '--strict', path)).toContain('Validation passed');
    await said('claude', 'plugin', 'marketplace', 'add', root);
    await said('claude', 'plugin', 'install', 'quadrivium@quadrivium', '--config', `cobre_directory=${here}`);
    const details = await said('claude', 'plugin', 'details', 'quadrivium');
    for (const part of [...names, 'run-a-study', 'ask-for-approval', 'coordinate-outreach'])
      expect(details).toContain(part);
    await said('claude', 'plugin', 'uninstall', 'quadrivium');
  });

  test('Claude Code connects to what the printed commands name', async () => {
    const commands = hostNamed('claude-code').snippet(front.url).split('\n');
    for (const command of commands) await said('claude', ...command.split(' ').slice(1));
    const listed = await said('claude', 'mcp', 'list');
    for (const name of names) expect(listed).toMatch(new RegExp(`^${name}: .*Connected$`, 'm'));
  });

  test('Claude Code finds the file that is written, and asks before it uses it', async () => {
    await said('claude', 'mcp', 'remove', 'cobre', '-s', 'local');
    await install(hostNamed('claude-code'), front.url, places);
    expect(await said('claude', 'mcp', 'list')).toMatch(/^cobre: .*Pending approval/m);
  });

  test('Gemini CLI takes the extension and connects to what the written file names, in a folder it trusts', async () => {
    expect(await said('gemini', 'extensions', 'validate', join(root, 'hosts/quadrivium'))).toContain('validated');
    await install(hostNamed('gemini'), front.url, places);
    expect(await said('gemini', 'mcp', 'list')).toMatch(/cobre: .*Disabled/);
    writeFileSync(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [here]: 'TRUST_FOLDER' }));
    const listed = await said('gemini', 'mcp', 'list');
    for (const name of names) expect(listed).toMatch(new RegExp(`${name}: .*Connected$`, 'm'));
  });

  test('Codex finds every tool behind what the written file names', async () => {
    await install(hostNamed('codex'), front.url, places);
    expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toContain(front.url);
    expect(await codexStatus()).toEqual(toolsOf);
  });
});
