import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export const defaultBodyLimit = 4 * 1024 * 1024;

/** How much of a refused body is read and thrown away, and how long a pause in it may be, so that the sender sees the answer. */
const patience = { bytes: 64 * 1024 * 1024, ms: 5000 };

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'cut-off' };

/** The whole body as text. Nothing beyond the limit is kept; a sender that stops halfway is told apart. */
export function readBody(req: IncomingMessage, limit: number): Promise<Body> {
  if (Number(req.headers['content-length']) > limit) {
    discard(req);
    return Promise.resolve({ kind: 'too-large' });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle({ kind: 'too-large' });
    };
    const onEnd = (): void => settle(decode(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onCut = (): void => settle({ kind: 'cut-off' });
    const settle = (body: Body): void => {
      req.off('data', onData).off('end', onEnd).off('close', onCut);
      if (body.kind === 'too-large') discard(req);
      resolve(body);
    };
    req.on('data', onData).on('end', onEnd).on('close', onCut);
    // An aborted upload also emits an error; `close` follows and says all there is to say.
    req.on('error', () => {});
  });
}

function decode(bytes: Buffer): Body {
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-text' };
}

/** Closing on somebody who is still sending resets the connection and loses the answer; so listen a little longer. */
function discard(req: IncomingMessage): void {
  let left = patience.bytes;
  const timer = setTimeout(() => req.destroy(), patience.ms);
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
    else timer.refresh();
  });
  req.on('error', () => {});
  req.once('close', () => clearTimeout(timer));
  req.resume();
}
