import type { Bridge, Ending, Limits, Program, ProgramClock } from './executor.js';
import { FrameSplitter } from './frame-splitter.js';
import { type GuestFrame, type HostFrame, readFrame } from './frames.js';
import { GUEST_PRELUDE } from './guest-prelude.js';
import type { SandboxChild } from './sandbox-child.js';

/** How much later than agreed a sandbox may end a program by itself before it is ended from outside. */
const GRACE_MS = 1_500;
/** A sandbox on a busy machine may need long to start; the time of the program runs only afterwards. */
const START_MS = 30_000;
const FRAME_OVERHEAD_BYTES = 64 * 1024;

const nothingLeft = { unawaited: [], droppedChars: 0 } as const;

/**
 * Gives a program to a sandbox and serves its requests until it ends. The sandbox may be anything, even taken over by the
 * program: it gets answers to well-formed requests with new ids and nothing else, and is killed for the first frame that
 * it should not have sent.
 */
export async function converse(
  child: SandboxChild,
  program: Program,
  limits: Limits,
  bridge: Bridge,
  signal: AbortSignal,
): Promise<Ending> {
  const conversation = new Conversation(child, limits, bridge);
  const cancel = (): void => conversation.finish({ ...nothingLeft, kind: 'cancelled' });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  else start(child, program, limits);
  const ending = await conversation.ending;
  signal.removeEventListener('abort', cancel);
  conversation.stop();
  await child.kill();
  return ending;
}

class Conversation implements ProgramClock {
  /** The first of: what the sandbox says, what it is killed for, its own end, the end of its time. */
  readonly ending: Promise<Ending>;
  finish: (ending: Ending) => void = () => undefined;
  readonly #child: SandboxChild;
  readonly #limits: Limits;
  readonly #bridge: Bridge;
  readonly #splitter: FrameSplitter;
  readonly #seen = new Set<number>();
  #started = false;
  #outputChars = 0;
  #late: NodeJS.Timeout;
  #dueAt = 0;
  #holds = 0;
  #heldAt = 0;
  #isOver = false;

  constructor(child: SandboxChild, limits: Limits, bridge: Bridge) {
    this.#child = child;
    this.#limits = limits;
    this.#bridge = bridge;
    this.#splitter = new FrameSplitter(limits.memoryBytes + FRAME_OVERHEAD_BYTES);
    const said = new Promise<Ending>((resolve) => {
      this.finish = resolve;
    });
    this.ending = Promise.race([said, child.ended.then((how) => Promise.race([said, crashedBy(how)]))]);
    this.#late = this.#deadline(START_MS);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#heldAt = performance.now();
    clearTimeout(this.#late);
    send(this.#child, { type: 'hold' });
  }

  resume(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#isOver) return;
    this.#late = this.#deadline(this.#dueAt - this.#heldAt);
    send(this.#child, { type: 'resume' });
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#late);
    this.#child.stdout.removeAllListeners('data').resume();
  }

  #deadline(ms: number): NodeJS.Timeout {
    this.#dueAt = performance.now() + ms;
    return setTimeout(() => this.finish({ ...nothingLeft, kind: 'timeout' }), ms);
  }

  #crash(reason: string): void {
    this.finish({ ...nothingLeft, kind: 'crashed', reason });
  }

  #read(chunk: Buffer): void {
    const lines = this.#splitter.push(chunk);
    if (lines === undefined) this.#crash('it sent more at once than a program can hold');
    for (const line of lines ?? []) {
      const frame = readFrame(line);
      if (frame === undefined) {
        this.#crash('it sent something that is not a request');
        break;
      }
      this.#handle(frame);
    }
  }

  #handle(frame: GuestFrame): void {
    if (frame.type === 'ready') this.#begin();
    else if (frame.type === 'log') this.#output(frame.text.length, () => this.#bridge.log(frame.text));
    else if (frame.type === 'part') this.#output(sizeOf(frame.part), () => this.#bridge.part(frame.part));
    else if (frame.type === 'end') this.finish(frame.ending as Ending);
    else this.#request(frame.request);
  }

  /** Only once, or a sandbox could go on for ever by being ready again and again. */
  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    clearTimeout(this.#late);
    this.#late = this.#deadline(this.#limits.wallMs + GRACE_MS);
  }

  /** An honest sandbox drops what is too much by itself. */
  #output(chars: number, tell: () => void): void {
    this.#outputChars += chars;
    if (this.#outputChars > this.#limits.outputChars) this.#crash('it sent more output than allowed');
    else tell();
  }

  #request({ id, kind, target, input }: Request): void {
    if (this.#seen.has(id)) {
      this.#crash('it used the id of a request twice');
      return;
    }
    this.#seen.add(id);
    this.#bridge
      .request({ kind, target, input }, this)
      .then((settled) => send(this.#child, { type: 'settle', text: JSON.stringify({ id, ...settled }) }))
      .catch((error: Error) => this.#crash(`a request could not be answered: ${error.message}`));
  }
}

type Request = Extract<GuestFrame, { type: 'request' }>['request'];

function sizeOf(part: Extract<GuestFrame, { type: 'part' }>['part']): number {
  if (part.type === 'text') return part.text.length;
  return part.data?.length ?? (part.type === 'file' ? (part.text?.length ?? 0) : 0);
}

function crashedBy(how: string): Ending {
  const memory = /heap out of memory|memory access out of bounds|signal SIGABRT|exit code 134/.test(how);
  return memory ? { ...nothingLeft, kind: 'memory' } : { ...nothingLeft, kind: 'crashed', reason: how };
}

function start(child: SandboxChild, program: Program, limits: Limits): void {
  const { javascript, state, moment } = program;
  const catalog = JSON.stringify(program.catalog);
  send(child, { type: 'start', prelude: GUEST_PRELUDE, javascript, catalog, state, moment, ...limits });
}

function send(child: SandboxChild, frame: HostFrame): void {
  if (child.stdin.writable) child.stdin.write(`${JSON.stringify(frame)}\n`);
}
