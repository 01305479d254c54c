import type { Identity } from '../identity.js';
import type { ProgressUpdate } from '../progress/progress-update.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import { type Io, progressBar } from '../shell/index.js';
import type { CallOperation } from './operation-commands.js';

/** A runtime for as long as a command needs it. */
export interface OpenedRuntime {
  readonly runtime: Pick<ServerRuntime, 'call'>;
  close(): Promise<void>;
}

/** Calls operations in this process, through the gate, as the person at the terminal. */
export function localCalls(
  open: (given: Readonly<Record<string, unknown>>, io: Io) => Promise<OpenedRuntime>,
  identity: Identity,
): CallOperation {
  return async (operation, args, io, given) => {
    const { runtime, close } = await open(given, io);
    const progress = { report: (update: ProgressUpdate) => io.progress.show(progressText(update)) };
    try {
      return await runtime.call(operation, args, { front: 'cli', identity, signal: io.signal, progress });
    } finally {
      io.progress.end();
      await close();
    }
  };
}

function progressText({ progress, total, message = '' }: ProgressUpdate): string {
  return total === undefined || total <= 0 ? message : `${progressBar(progress / total)} ${message}`;
}
