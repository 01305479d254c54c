/**
 * One process that reads, seen from the server. It is asked one question at a time; when the caller leaves or the deadline
 * passes it is told so, and killed when that does not help. Threads would not do: one that runs out of memory ends the
 * whole process when a single allocation is large, and a native read that blocks can be ended by nobody.
 */
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { startChild } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { outOfMemory, type ReadingLimits, readerDied, tableLimits } from './limits.js';
import type { FromReader, Question, ReaderSettings, ToReader } from './question.js';

/** What a reader may still do after it was told to stop: interrupt a query, remove a draft. */
const patienceMs = 1000;
const idleMs = 60_000;
const memoryLookMs = 250;
/** Native code and buffers count towards the memory of a process, but not towards its heap. */
const nativeShareMb = 1024;

export class ReaderProcess {
  /** Somebody has it, from the moment of choosing to the answer. */
  taken = false;
  readonly #limits: ReadingLimits;
  readonly #child: ChildProcess;
  readonly #gone: () => void;
  #settle: ((message: FromReader | Fault) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #overgrown = false;

  constructor(limits: ReadingLimits, threads: number, gone: () => void) {
    this.#limits = limits;
    this.#gone = gone;
    const settings: ReaderSettings = { ...tableLimits(limits), fileBytes: limits.maxFileBytes, threads };
    this.#child = startChild('reader', import.meta.url, [JSON.stringify(settings)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${limits.readerMemory}`],
    });
    this.#child.on('message', (message) => this.#settle?.(message as FromReader));
    this.#child.once('error', () => this.#ended('it could not be started'));
    this.#child.once('exit', (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    this.#rest();
  }

  async ask(question: Question, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    this.#wake();
    let impatient: NodeJS.Timeout | undefined;
    const stop = (): void => {
      this.#send({ type: 'cancel' });
      impatient = setTimeout(() => this.kill(), patienceMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    const watch = setInterval(() => void this.#checkMemory(), memoryLookMs);
    try {
      const answer = await new Promise<FromReader | Fault>((resolve) => {
        this.#settle = resolve;
        this.#send({ type: 'ask', question });
      });
      signal.throwIfAborted();
      return answered(answer);
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(impatient);
      clearInterval(watch);
      this.#settle = undefined;
      this.#rest();
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** A reader that waits keeps no process alive, and does not wait for ever. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => this.kill(), idleMs).unref();
  }

  #wake(): void {
    clearTimeout(this.#idle);
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** A channel that is closed belongs to a process that is about to be reported as ended. */
  #send(message: ToReader): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #ended(how: string): void {
    clearTimeout(this.#idle);
    const memory = this.#overgrown || how === 'SIGABRT';
    this.#settle?.(memory ? outOfMemory(this.#limits.readerMemory) : readerDied(how));
    this.#gone();
  }

  /** Buffers and native code are outside the heap that Node bounds; only Linux tells how much they are. */
  async #checkMemory(): Promise<void> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    const residentMb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    if (residentMb <= this.#limits.readerMemory + nativeShareMb) return;
    this.#overgrown = true;
    this.kill();
  }
}

function answered(answer: FromReader | Fault): unknown {
  if (answer instanceof Fault) throw answer;
  if (answer.type === 'answer') return answer.value;
  if (answer.type === 'error') throw new Error(answer.message);
  const { kind, message, context, suggestion } = answer.fault;
  throw new Fault(kind, message, { context, ...(suggestion === undefined ? {} : { suggestion }) });
}
