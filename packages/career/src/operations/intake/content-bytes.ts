import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';

/** Files arrive as their bytes: whoever reads them as text first may read them in the wrong letters. */
export const encoding = z.enum(['text', 'base64']).default('text').describe('What content is');

export function bytesOf(content: string, encoded: z.output<typeof encoding>): Uint8Array {
  if (encoded === 'text') return new TextEncoder().encode(content);
  if (/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) return Buffer.from(content, 'base64');
  throw new Fault('INVALID_ARGUMENT', 'The content is not base64.', { context: { field: 'content' } });
}
