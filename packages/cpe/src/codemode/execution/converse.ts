import type { Bridge, Ending, Limits, Program } from './executor.js';
import { FrameSplitter } from './frame-splitter.js';
import { type GuestFrame, type HostFrame, readFrame } from './frames.js';
import { GUEST_PRELUDE } from './guest-prelude.js';
import type { SandboxChild } from './sandbox-child.js';

/** How much later than agreed a sandbox may end a program by itself before it is ended from outside. */
const GRACE_MS = 1_500;
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
  const seen = new Set<number>();
  let finish: (ending: Ending) => void = () => undefined;
  const ending = new Promise<Ending>((resolve) => {
    finish = resolve;
  });
  const crash = (reason: string): void => finish({ ...nothingLeft, kind: 'crashed', reason });
  const cancel = (): void => finish({ ...nothingLeft, kind: 'cancelled' });
  const late = setTimeout(() => finish({ ...nothingLeft, kind: 'timeout' }), limits.wallMs + GRACE_MS);

  const answer = async (request: Extract<GuestFrame, { type: 'request' }>['request']): Promise<void> => {
    const { id, kind, target, input } = request;
    const settled = await bridge.request({ kind, target, input });
    send(child, { type: 'settle', text: JSON.stringify({ id, ...settled }) });
  };
  const handle = (frame: GuestFrame): void => {
    if (frame.type === 'log') bridge.log(frame.text);
    else if (frame.type === 'part') bridge.part(frame.part);
    else if (frame.type === 'end') finish(frame.ending as Ending);
    else if (seen.has(frame.request.id)) crash('it used the id of a request twice');
    else {
      seen.add(frame.request.id);
      answer(frame.request).catch((error: Error) => crash(`a request could not be answered: ${error.message}`));
    }
  };
  const splitter = new FrameSplitter(limits.memoryBytes + FRAME_OVERHEAD_BYTES);
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = splitter.push(chunk);
    if (lines === undefined) return crash('it sent more at once than a program can hold');
    for (const line of lines) {
      const frame = readFrame(line);
      if (frame === undefined) return crash('it sent something that is not a request');
      handle(frame);
    }
  });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  else start(child, program, limits);
  const end = await Promise.race([ending, child.ended.then(async (how) => Promise.race([ending, crashedBy(how)]))]);
  clearTimeout(late);
  signal.removeEventListener('abort', cancel);
  child.stdout.removeAllListeners('data').resume();
  await child.kill();
  return end;
}

function crashedBy(how: string): Ending {
  const memory = /heap out of memory|memory access out of bounds|signal SIGABRT|exit code 134/.test(how);
  return memory ? { ...nothingLeft, kind: 'memory' } : { ...nothingLeft, kind: 'crashed', reason: how };
}

function start(child: SandboxChild, program: Program, limits: Limits): void {
  const { javascript, state } = program;
  const catalog = JSON.stringify(program.catalog);
  send(child, { type: 'start', prelude: GUEST_PRELUDE, javascript, catalog, state, ...limits });
}

function send(child: SandboxChild, frame: HostFrame): void {
  if (child.stdin.writable) child.stdin.write(`${JSON.stringify(frame)}\n`);
}
