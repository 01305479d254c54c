import type { Identity } from '../identity.js';
import type { ProgressUpdate } from '../progress/progress-update.js';
import type { LocalRuntime } from '../protocol/runtime.js';
import type { Operation } from '../registry/operation.js';
import type { Checked, SchemaSource, Sent } from '../registry/schema-source.js';
import { type Io, progressBar } from '../shell/index.js';

/** A runtime for as long as a command needs it. */
export interface OpenedRuntime {
  readonly runtime: Pick<LocalRuntime, 'call'> & Partial<Pick<LocalRuntime, 'onNews'>>;
  close(): Promise<void>;
}

/** Calls an operation for a command; `given` has the options that all commands of the program share. */
export type LocalCall = <Input extends SchemaSource, Output extends SchemaSource>(
  operation: Operation<Input, Output, never>,
  args: Sent<Input>,
  io: Io,
  given: object,
  hear?: (news: never) => void,
) => Promise<Checked<Output>>;

/** Calls operations in this process, through the gate, as the person at the terminal. */
export function localCalls<Options extends object>(
  open: (given: Options, io: Io) => Promise<OpenedRuntime>,
  identity: Identity,
): LocalCall {
  return async (operation, args, io, given, hear) => {
    const { runtime, close } = await open(given as Options, io);
    const stopHearing = hear && runtime.onNews?.(({ news }) => hear(news as never));
    const progress = { report: (update: ProgressUpdate) => io.progress.show(progressText(update)) };
    io.progress.begin();
    try {
      return await runtime.call(operation, args, { front: 'cli', identity, signal: io.signal, progress });
    } finally {
      stopHearing?.();
      io.progress.end();
      await close();
    }
  };
}

function progressText({ progress, total, message = '' }: ProgressUpdate): string {
  return total === undefined || total <= 0 ? message : `${progressBar(progress / total)} ${message}`;
}
