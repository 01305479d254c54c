import type { Endpoint } from '@quadrivium/kernel';
import { openApiDocument } from './openapi.js';
import { sendJson } from './send.js';

/** The description of the API, for anybody: it says what can be asked, and nothing about what is there. */
export function openApiEndpoint(base = ''): Endpoint {
  const document = openApiDocument(base);
  return {
    isPublic: true,
    handle: ({ req, res }) => sendJson(req, res, 200, document),
    settled: async () => true,
    close: async () => {},
  };
}
