import type { ReadResourceResult } from '@modelcontextprotocol/server';

import type { ResourceBody, ResourceContentsList } from './resource.js';

/** Text stays text, bytes become base64, any other value its JSON; secrets are masked in whatever can be read. */
export function encodeResourceBody(
  body: ResourceBody,
  uri: string,
  mimeType: string | undefined,
  redact: (value: unknown) => unknown,
): ReadResourceResult {
  if (isContentsList(body))
    return { contents: body.contents.map((part) => ('text' in part ? redact(part) : part)) } as never;
  if (body instanceof Uint8Array) {
    const blob = Buffer.from(body).toString('base64');
    return { contents: [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob }] };
  }
  if (typeof body === 'string')
    return { contents: [{ uri, mimeType: mimeType ?? 'text/plain', text: String(redact(body)) }] };
  return { contents: [{ uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(redact(body)) }] };
}

function isContentsList(body: ResourceBody): body is ResourceContentsList {
  return (
    typeof body === 'object' && 'contents' in body && Array.isArray(body.contents) && Object.keys(body).length === 1
  );
}
