import { invalidRequestCode } from './json-rpc.js';

/** What a message beyond the limit is answered with, on every transport. It was not read, so there is no id to name. */
export function tooLarge(limitBytes: number) {
  return {
    code: invalidRequestCode,
    message: `Message too large: at most ${limitBytes} bytes`,
    data: { kind: 'TooLarge', limitBytes, suggestion: 'Send less at once, or name a file instead of its content.' },
  } as const;
}
