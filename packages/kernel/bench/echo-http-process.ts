/** A bundled HTTP echo server as a child process, spoken to in raw requests so that the client's cost does not count. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type WireEra = 'modern' | 'legacy';

const modernEnvelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
};

export class EchoHttpProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #era: WireEra;
  #port = 0;
  #session: string | undefined;

  constructor(script: string, era: WireEra) {
    this.#era = era;
    this.#child = spawn(process.execPath, [script], { stdio: 'pipe' });
    this.#child.stderr.pipe(process.stderr);
  }

  async start(): Promise<void> {
    const [line] = (await once(this.#child.stdout, 'data')) as [Buffer];
    this.#port = Number(String(line).trim());
    if (this.#era === 'modern') return;
    const clientInfo = { name: 'bench', version: '0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const { headers } = await this.#post('initialize', params);
    this.#session = headers['mcp-session-id'] as string | undefined;
  }

  /** CPU time of the server so far, in microseconds. */
  async cpu(): Promise<number> {
    const { text } = await this.#call('cpu', {});
    return Number(/"structuredContent":\{"text":"(\d+)"/.exec(text)?.[1]);
  }

  async calls(count: number, atOnce: number): Promise<void> {
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { text } = await this.#call('echo', { text: 'the quick brown fox' });
        if (!text.includes('"structuredContent":{"text":"the quick brown fox"}'))
          throw new Error(`wrong answer: ${text}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #call(name: string, args: object): Promise<{ text: string }> {
    return this.#post('tools/call', { name, arguments: args }, name);
  }

  #post(method: string, params: object, name?: string): Promise<{ text: string; headers: IncomingHttpHeaders }> {
    const meta = this.#era === 'modern' ? { _meta: modernEnvelope } : {};
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1 + Math.floor(Math.random() * 1e9),
      method,
      params: { ...params, ...meta },
    });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...(this.#era === 'modern' ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method } : {}),
      ...(this.#era === 'modern' && name !== undefined ? { 'mcp-name': name } : {}),
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
    };
    return new Promise((resolve, reject) => {
      const options = {
        port: this.#port,
        host: '127.0.0.1',
        path: '/mcp',
        method: 'POST',
        agent: this.#agent,
        headers,
      };
      const sent = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ text, headers: response.headers }));
      });
      sent.on('error', reject).end(body);
    });
  }
}
