import type { ReadResourceResult } from '@modelcontextprotocol/server';

import { appMimeType } from '../essentials/mcp-extensions.js';
import { isApp } from './app.js';
import type { ResourceBody, ResourceContentsList, ResourceDefinition } from './resource.js';

/** Text stays text, bytes become base64, any other value its JSON; secrets are masked in whatever can be read. */
export function encodeResourceBody(
  body: ResourceBody,
  uri: string,
  definition: Pick<ResourceDefinition, 'mimeType' | 'meta'>,
  redact: (value: unknown) => unknown,
): ReadResourceResult {
  const { mimeType, meta } = definition;
  // A page is program text of ours: masking what looks like a secret in it would break it, and hosts read its settings here.
  if (isApp(definition) && typeof body === 'string') {
    return {
      contents: [{ uri, mimeType: appMimeType, text: body, ...(meta === undefined ? {} : { _meta: { ...meta } }) }],
    };
  }
  if (isApp(definition) && isContentsList(body))
    return { contents: body.contents.map((part) => ({ ...part })) } as never;
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
