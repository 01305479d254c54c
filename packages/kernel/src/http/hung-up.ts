import type { ServerResponse } from 'node:http';

const codes = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** The caller has left in the middle of a request or an answer: nothing is wrong here, and nobody hears what is said. */
export function hasHungUp(error: unknown, { destroyed }: ServerResponse): boolean {
  const { code = '', name } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // What was still worked on for them was told to stop, and says so.
  return destroyed && (codes.includes(code) || name === 'AbortError');
}
