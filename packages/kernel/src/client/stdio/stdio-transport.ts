import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turnOfLoop } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import type { Excess } from '../../untrusted/json/json-gauge.js';
import { isNewsByHead, jsonRpcMessages, requestIdAtEdges } from '../link/json-rpc.js';
import { LineSplitter } from './line-splitter.js';
import { StderrTail } from './stderr-tail.js';
import { descendantsOutside, endStrays, MARK_VARIABLE, type Mark, markedOutside, newMark, startOf } from './strays.js';
import { takeDown } from './take-down.js';
import { guardGroup } from './watchdog.js';

/** All three pipes are asked for, so they are there. */
type PipedChild = ChildProcessWithoutNullStreams;

/** How long output that was written before the end may still arrive after it. */
const DRAIN_MS = 100;
const JUNK_SAMPLE_CHARS = 200;
const STRAY_ROUNDS = 4;

export interface StdioLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
  /** How long the server may take after its stdin ended, and again after SIGTERM. */
  readonly graceMs: number;
  readonly maxMessageBytes: number;
  readonly stderrTailChars: number;
  readonly onStderr: ((text: string) => void) | undefined;
}

export interface ProcessEvidence {
  readonly pid: number | undefined;
  readonly exitCode: number | null | undefined;
  readonly exitSignal: NodeJS.Signals | null | undefined;
  readonly stderrTail: string;
  readonly junkLines: number;
  readonly firstJunkLine: string | undefined;
}

/**
 * Speaks JSON lines with a child process that leads its own process group. What the SDK's transport leaves open is
 * settled here: the end of the process or of its stdout ends the channel at once, closing waits until nothing of the
 * group runs, lines that are not JSON-RPC are counted, and the end of stderr is kept for error messages.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  /** An answer was beyond a bound; the id is known when it stood at an end of the line. */
  onrefused?: (id: string | number | undefined, excess: Excess) => void;
  readonly #launch: StdioLaunch;
  readonly #stderr: StderrTail;
  #mark: Mark | undefined;
  #since = 0;
  #child: ChildProcessWithoutNullStreams | undefined;
  #outbox = '';
  #waiting: Promise<void> | undefined;
  #chunks = 0;
  #junkLines = 0;
  #firstJunkLine: string | undefined;
  #ended = false;
  #closing: Promise<void> | undefined;

  constructor(launch: StdioLaunch) {
    this.#launch = launch;
    this.#stderr = new StderrTail(launch.stderrTailChars);
  }

  /** True when anything came over stdout or stderr. */
  get hasSpoken(): boolean {
    return this.#chunks > 0;
  }

  evidence(): ProcessEvidence {
    return {
      pid: this.#child?.pid,
      exitCode: this.#child?.exitCode,
      exitSignal: this.#child?.signalCode,
      stderrTail: this.#stderr.text,
      junkLines: this.#junkLines,
      firstJunkLine: this.#firstJunkLine,
    };
  }

  /** Also called for every further handshake with the same process. */
  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    const { command, args, cwd } = this.#launch;
    this.#mark = newMark();
    const env = { ...this.#launch.env, [MARK_VARIABLE]: this.#mark.text };
    // A group of its own; on Windows that would be a window of its own, and trees take the place of groups.
    const detached = process.platform !== 'win32';
    const child = spawn(command, [...args], { env, cwd, detached, stdio: 'pipe', windowsHide: true }) as PipedChild;
    this.#child = child;
    if (child.pid !== undefined) {
      this.#since = startOf(child.pid);
      this.#attach(child, guardGroup(child.pid));
    }
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve).once('error', reject);
    });
  }

  /** Messages of one turn of the event loop travel in one write: the system call costs more than all the rest. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || this.#ended || !stdin.writable) throw new Error('The server process has ended.');
    if (this.#outbox === '') process.nextTick(() => this.#flush(stdin));
    this.#outbox += `${JSON.stringify(message)}\n`;
    if (stdin.writableNeedDrain) await this.#room(stdin);
  }

  /** Everybody who waits for a full pipe waits for the same moment. */
  #room(stdin: Writable): Promise<void> {
    this.#waiting ??= drained(stdin).finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  #flush(stdin: Writable): void {
    if (this.#outbox !== '' && stdin.writable) stdin.write(this.#outbox);
    this.#outbox = '';
  }

  /** Ends stdin, then sends SIGTERM, then SIGKILL, to the whole group; resolves when nothing of it runs any more. */
  close(graceMs = this.#launch.graceMs): Promise<void> {
    this.#closing ??= this.#leave(graceMs);
    return this.#closing;
  }

  #attach(child: ChildProcessWithoutNullStreams, release: () => void): void {
    const splitter = new LineSplitter(
      {
        line: (text) => this.#receive(text),
        // Nobody waits for news, so nothing fails without them.
        refused: (line) => isNewsByHead(line.head) || this.onrefused?.(requestIdAtEdges(line), line.excess),
      },
      this.#launch.maxMessageBytes,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      this.#chunks += 1;
      splitter.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#keepStderr(text));
    child.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', () => undefined); // The end of the process tells the same, with its reason.
    void this.#untilEnd(child).then(() => this.#end(release));
  }

  /** The channel is over when the process has exited or closed its stdout, and what it wrote before has been read. */
  async #untilEnd(child: ChildProcessWithoutNullStreams): Promise<void> {
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const read = [child.stdout, child.stderr].map((pipe) => new Promise<void>((done) => pipe.once('close', done)));
    await Promise.race([exited, read[0]]);
    await Promise.race([Promise.all([exited, ...read]), this.#drained()]);
  }

  /** A process that left others behind may never close its pipes. On a busy machine the time alone says nothing. */
  async #drained(): Promise<void> {
    await sleep(DRAIN_MS, undefined, { ref: false });
    for (let before = -1; before !== this.#chunks; ) {
      before = this.#chunks;
      await turnOfLoop();
    }
  }

  async #end(release: () => void): Promise<void> {
    this.#ended = true;
    this.onclose?.();
    await this.close();
    release();
  }

  #receive(text: string): void {
    const messages = jsonRpcMessages(text);
    if (messages === undefined) this.#keepJunk(text);
    else for (const message of messages) this.onmessage?.(message);
  }

  #keepJunk(text: string): void {
    if (text.trim() === '') return;
    this.#junkLines += 1;
    this.#firstJunkLine ??= text.slice(0, JUNK_SAMPLE_CHARS);
  }

  #keepStderr(text: string): void {
    this.#chunks += 1;
    this.#stderr.push(text);
    this.#launch.onStderr?.(text);
  }

  async #leave(graceMs: number): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#flush(child.stdin);
    const strays = descendantsOutside(child.pid);
    child.stdin.end();
    await takeDown(child, graceMs, this.#ended);
    await this.#endStrays(child.pid, strays, graceMs);
    // A process outside the group may still hold the pipes; nobody reads them any more.
    child.stdout.destroy();
    child.stderr.destroy();
  }

  /** Whoever is ended may start another on its way out, but not for ever. */
  async #endStrays(groupId: number, children: readonly number[], graceMs: number): Promise<void> {
    let strays = children;
    for (let round = 0; round < STRAY_ROUNDS; round += 1) {
      if (strays.length > 0) await endStrays(strays, graceMs);
      strays = this.#mark === undefined ? [] : markedOutside(groupId, this.#mark, this.#since);
      if (strays.length === 0) return;
    }
  }
}

/** Resolves when the pipe takes more, or when it is gone. */
async function drained(stdin: Writable): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    stdin.once('drain', done).once('close', done);
  });
}
