/** A real `quadrivium up` as a child process, with a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As it is shipped: the bundle, with the page that was built beside it. */
const program = join(import.meta.dirname, '../../../quadrivium/bundle/quadrivium.js');

export class RunningServer {
  readonly data = mkdtempSync(join(tmpdir(), 'quadrivium-console-'));
  url = '';
  /** The administrator's key, which only the first start prints. */
  key = '';
  #child: ChildProcess | undefined;

  /** Resolves at the ready line; a second start listens where the first one did. */
  async start(...flags: readonly string[]): Promise<this> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const child = spawn(process.execPath, [program, 'up', '--port', port, '--data', this.data, ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    let text = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (/connect claude-code/.test(text)) resolve();
      });
      child.once('exit', (code) => reject(new Error(`quadrivium up ended with ${code}: ${text}`)));
    });
    this.url = /ready at (\S+)/.exec(text)?.[1] ?? '';
    this.key = /^ *(qk_\S+)$/m.exec(text)?.[1] ?? this.key;
    return this;
  }

  /** With other MCP servers behind the gateway: each a program of Node and its arguments. */
  async startWith(others: Readonly<Record<string, readonly string[]>>): Promise<this> {
    const file = join(this.data, 'servers.json');
    const stdio = (args: readonly string[]) => ({ type: 'stdio', command: process.execPath, args });
    const servers = Object.fromEntries(Object.entries(others).map(([name, args]) => [name, stdio(args)]));
    writeFileSync(file, JSON.stringify({ servers }));
    return this.start('--servers', file);
  }

  /** SIGKILL is a crash, SIGTERM a clean stop that leaves everything in the database files. */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Asks the control plane; without a key as somebody on this machine. */
  async rest<T>(path: string, body?: unknown, key?: string): Promise<T> {
    const response = await fetch(`${this.url}/portarium/v1/workspaces/demo${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer as T;
  }

  career(name: string, args: object): Promise<Record<string, unknown>> {
    return this.tool('career', name, args);
  }

  /** Calls a tool as the administrator. */
  async tool(system: 'career' | 'cobre', name: string, args: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.url}/${system}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${this.key}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name,
          arguments: args,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          },
        },
      }),
    });
    const text = await response.text();
    const { result } = JSON.parse(/^\s*\{/.test(text) ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}'));
    if (result?.structuredContent === undefined) throw new Error(`${name}: ${text}`);
    return result.structuredContent;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.data, { recursive: true, force: true });
  }
}
