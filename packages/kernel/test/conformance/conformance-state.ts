import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';

/** Signs what travels through the client between two rounds, so that a changed byte is noticed. */
export const requestStates = createRequestStateCodec<{ readonly step: string }>({ key: randomBytes(32) });
