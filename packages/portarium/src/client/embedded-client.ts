import { type DirectCall, fieldErrors, type Operation, restShapeOf, type ServerRuntime } from '@quadrivium/kernel';
import { invalidInput } from '../faults.js';
import type { TextStream } from '../operations/text-stream.js';
import { type Callable, type PortariumClient, plain } from './portarium-client.js';

/** Talks to a control plane in this process, through the same gate as everybody else. */
export function embeddedClient(runtime: ServerRuntime, by: Pick<DirectCall, 'front' | 'identity'>): PortariumClient {
  async function ask(operation: Callable, args: object, signal?: AbortSignal): Promise<unknown> {
    try {
      return await runtime.call(operation, plain(args), { ...by, ...(signal === undefined ? {} : { signal }) });
    } catch (fault) {
      throw inApiWords(operation as Operation, fault);
    }
  }
  return {
    call: ask as PortariumClient['call'],
    async *stream(operation, args, signal) {
      const { chunks } = (await ask(operation, args, signal)) as TextStream;
      for await (const chunk of chunks) yield String(chunk);
    },
  };
}

/** What the gate says of wrong arguments, as the API says it: every field at once, by the names it has there. */
export function inApiWords(operation: Operation, fault: unknown): unknown {
  const errors = fieldErrors(restShapeOf(operation), fault);
  return errors === undefined ? fault : invalidInput('The request is not valid.', errors);
}
