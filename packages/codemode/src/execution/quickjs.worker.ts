/**
 * The inside of the default sandbox: a QuickJS machine in a child process that may read no file but the machine's own.
 * The program lives in the machine; this file lends it memory and time and carries texts between it and the pipes.
 *
 * It is started with `node -e`, so it must stay one file that imports nothing at run time but Node's own modules; the
 * two paths of the machine come as arguments.
 */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSSyncVariant } from 'quickjs-emscripten';
import type { HostFrame, StartFrame } from './frames.js';

type Core = typeof import('quickjs-emscripten');

const STACK_BYTES = 256 * 1024;
/** What the machine wants before any program; the pages of WebAssembly have a fixed size. */
const OWN_PAGES = 256;
const PAGE_BYTES = 65_536;
/** Memory grows in steps, the last of which may not fit. */
const FULL = 0.9;
/** Few, because a program can catch the interrupt of an asynchronous function and start the next job with it. */
const JOBS_AT_ONCE = 16;
const FLUSH_MS = 200;
const PARENT_CHECK_MS = 50;
const parent = process.ppid;

/** The types of Node leave WebAssembly to those of browsers, which have no place here. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => Memory };
};

interface Memory {
  readonly buffer: ArrayBuffer;
}

interface Machine {
  readonly memory: Memory;
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
}

function write(frame: unknown): void {
  let rest = Buffer.from(`${JSON.stringify(frame)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(1);
    }
  }
}

class Execution {
  readonly #machine: Machine;
  readonly #start: StartFrame;
  #deadline: number;
  #late: NodeJS.Timeout;
  #heldAt: number | undefined;
  readonly #cpuAtStart = process.cpuUsage();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #guest: QuickJSHandle | undefined;
  #requests = 0;
  #chars = 0;
  #dropped = 0;
  #stop: 'cpu' | 'timeout' | undefined;
  #parentChecked = 0;
  #ended = false;

  constructor(machine: Machine, start: StartFrame) {
    this.#machine = machine;
    this.#start = start;
    this.#deadline = performance.now() + start.wallMs;
    this.#late = setTimeout(() => this.#halt('timeout'), start.wallMs);
  }

  hold(): void {
    this.#heldAt = performance.now();
    clearTimeout(this.#late);
  }

  resume(): void {
    const now = performance.now();
    this.#deadline += now - (this.#heldAt ?? now);
    this.#heldAt = undefined;
    this.#late = setTimeout(() => this.#halt('timeout'), this.#deadline - now);
  }

  run(): void {
    const { runtime, context } = this.#machine;
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => this.#interrupted());
    const send = context.newFunction('send', (type, text) =>
      this.#receive(context.getString(type), context.getString(text)),
    );
    this.#enter(() => {
      const prelude = context.unwrapResult(context.evalCode(this.#start.prelude, 'prelude.js'));
      const catalog = context.newString(this.#start.catalog);
      const state = context.newString(this.#start.state);
      const { moment } = this.#start;
      const time = moment === undefined ? context.undefined : context.newNumber(moment);
      this.#guest = context.unwrapResult(context.callFunction(prelude, context.undefined, send, catalog, state, time));
      const program = context.unwrapResult(context.evalCode(this.#start.javascript, 'main.ts'));
      this.#call('run', program);
    });
  }

  settle(text: string): void {
    this.#requests -= 1;
    this.#enter(() => this.#call('settle', this.#machine.context.newString(text)));
  }

  #call(name: string, ...values: QuickJSHandle[]): void {
    const { context } = this.#machine;
    const action = context.getProp(this.#guest as QuickJSHandle, name);
    context.unwrapResult(context.callFunction(action, context.undefined, ...values)).dispose();
    action.dispose();
    for (const value of values) value.dispose();
  }

  /** Lets the program go on until it waits; every way in passes here. */
  #enter(action: () => void): void {
    if (this.#ended) return;
    try {
      action();
      while (!this.#ended && this.#runJobs() > 0) {
        if (this.#interrupted()) this.#halt(this.#stop ?? 'cpu');
      }
      if (!this.#ended && this.#requests === 0 && this.#timers.size === 0) this.#end({ kind: 'stalled' });
    } catch (error) {
      this.#failed(error);
    }
  }

  #runJobs(): number {
    const { runtime, context } = this.#machine;
    const result = runtime.executePendingJobs(JOBS_AT_ONCE);
    if (result.error === undefined) return result.value;
    return context.unwrapResult(result) as number;
  }

  #failed(error: unknown): void {
    if (this.#stop === undefined) this.#end(endingBy(error));
    else this.#halt(this.#stop);
  }

  #interrupted(): boolean {
    this.#watchParent();
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    if ((user + system) / 1000 > this.#start.cpuMs) this.#stop = 'cpu';
    else if (this.#heldAt === undefined && performance.now() > this.#deadline) this.#stop = 'timeout';
    return this.#stop !== undefined;
  }

  /** A busy program does not see that the pipes ended with the host. */
  #watchParent(): void {
    if (performance.now() - this.#parentChecked < PARENT_CHECK_MS) return;
    this.#parentChecked = performance.now();
    if (process.ppid !== parent) process.exit(1);
  }

  /** Stops the program where it is; what it had printed is still told. */
  #halt(kind: 'cpu' | 'timeout'): void {
    if (this.#ended) return;
    const { runtime } = this.#machine;
    const end = performance.now() + FLUSH_MS;
    runtime.setInterruptHandler(() => performance.now() > end);
    try {
      this.#call('flush');
    } catch {
      // The program has broken its own console; then there is nothing more to tell.
    }
    this.#end({ kind });
  }

  #receive(type: string, text: string): void {
    if (this.#ended) return;
    if (type === 'log') this.#log(text);
    else if (type === 'end') this.#finish(text);
    else if (type === 'part') this.#part(text);
    else if (type === 'request') this.#request(text);
    else if (type === 'timer') this.#startTimer(JSON.parse(text));
    else if (type === 'untimer') this.#stopTimer(JSON.parse(text).id);
    // Here and now: no handler of the program is asked whether it would rather go on.
    else if (type === 'wait') this.#end({ kind: 'waiting' });
  }

  /** An asynchronous function that was interrupted looks like one that threw, so the reason for the interrupt goes first. */
  #finish(text: string): void {
    const { state, unawaited, ...ending } = JSON.parse(text);
    const known = this.#stop === undefined ? this.#seen(ending) : { kind: this.#stop };
    this.#end({ state, unawaited, ...known });
  }

  /** When not even an error object fits into memory, the machine throws null, which a program can only pass on. */
  #seen(ending: { kind: string; error?: { message: string } }): object {
    const { memory } = this.#machine;
    const isFull = memory.buffer.byteLength > this.#start.memoryBytes * FULL;
    return ending.error?.message === 'threw null' && isFull ? { kind: 'memory' } : ending;
  }

  #log(text: string): void {
    const room = Math.max(0, this.#start.outputChars - this.#chars);
    this.#chars += Math.min(room, text.length);
    this.#dropped += Math.max(0, text.length - room);
    if (room > 0) write({ type: 'log', text: text.slice(0, room) });
  }

  #part(text: string): void {
    if (this.#chars + text.length > this.#start.outputChars) {
      this.#dropped += text.length;
      return;
    }
    this.#chars += text.length;
    write({ type: 'part', part: JSON.parse(text) });
  }

  #request(text: string): void {
    this.#requests += 1;
    write({ type: 'request', request: JSON.parse(text) });
  }

  #startTimer({ id, ms }: { id: number; ms: number }): void {
    const fire = (): void => {
      this.#timers.delete(id);
      this.#enter(() => this.#call('fire', this.#machine.context.newNumber(id)));
    };
    this.#timers.set(id, setTimeout(fire, ms));
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #end(ending: object): void {
    if (this.#ended) return;
    this.#ended = true;
    write({ type: 'end', ending: { ...ending, droppedChars: this.#dropped } });
    process.exit(0);
  }
}

/** The ending for an error that came out of the machine, with the program's own error as its cause. */
function endingBy(error: unknown): object {
  const { name, message, cause } = error as Error & {
    cause?: { name?: string; message?: string; stack?: string } | null;
  };
  // When not even an error object fits into memory, the machine throws null.
  if (cause === null || /out of memory/.test(`${message} ${cause?.message ?? ''}`)) return { kind: 'memory' };
  return {
    kind: 'threw',
    error: { name: cause?.name ?? name, message: cause?.message ?? message, stack: cause?.stack ?? '' },
  };
}

/** The machine counts blocks but not their sizes, so the limit of a program's memory is the end of the machine's own. */
function memoryOf(bytes: number): Memory {
  return new WebAssembly.Memory({ initial: OWN_PAGES, maximum: OWN_PAGES + Math.ceil(bytes / PAGE_BYTES) });
}

async function openMachine(corePath: string, variantPath: string, memoryBytes: number): Promise<Machine> {
  const require = createRequire(corePath);
  const core = require(corePath) as Core;
  const base = (require(variantPath) as { default: QuickJSSyncVariant }).default;
  const memory = memoryOf(memoryBytes);
  const variant = core.newVariant(base, { wasmMemory: memory as never });
  const runtime = (await core.newQuickJSWASMModuleFromVariant(variant)).newRuntime();
  return { memory, runtime, context: runtime.newContext() };
}

// Optimising the machine's huge interpreter loop costs more computing than a program of the usual length ever gets back:
// measured, half of the start and two thirds of each call. A V8 without this flag only prints a warning.
setFlagsFromString('--liftoff-only');

const [, corePath = '', variantPath = '', memoryBytes = ''] = process.argv;
// The machine is opened while the host still writes the start frame.
const machine = openMachine(corePath, variantPath, Number(memoryBytes));
let session: Execution | undefined;
const unfinished: string[] = [];
process.stdin.setEncoding('utf8');
process.stdin.on('end', () => process.exit(1));
for await (const chunk of process.stdin as AsyncIterable<string>) {
  const [first = '', ...others] = chunk.split('\n');
  unfinished.push(first);
  for (const next of others) {
    const frame = JSON.parse(unfinished.splice(0).join('')) as HostFrame;
    unfinished.push(next);
    if (frame.type === 'settle') session?.settle(frame.text);
    else if (frame.type !== 'start') session?.[frame.type]();
    else {
      session = new Execution(await machine, frame);
      write({ type: 'ready' });
      session.run();
    }
  }
}
