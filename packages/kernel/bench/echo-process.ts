/** A bundled echo server as a child process, spoken to in raw lines so that the client's cost does not count. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class EchoProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (line: string) => void>();
  #nextId = 0;

  constructor(script: string, environment: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [script], { env: { ...process.env, ...environment }, stdio: 'pipe' });
    this.#child.stderr.pipe(process.stderr);
    this.#child.once('exit', (code) => {
      if (this.#waiting.size > 0) throw new Error(`${script} ended with ${code} before it answered.`);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  request(method: string, params: object): Promise<string> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** CPU time of the server so far, in microseconds. */
  async cpu(): Promise<number> {
    const line = await this.request('tools/call', { name: 'cpu', arguments: {} });
    return Number(JSON.parse(line).result.structuredContent.text);
  }

  async calls(count: number, atOnce: number): Promise<void> {
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await this.request('tools/call', { name: 'echo', arguments: { text: 'the quick brown fox' } });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async stop(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
    });
    this.#child.kill('SIGKILL');
    await gone;
  }
}
