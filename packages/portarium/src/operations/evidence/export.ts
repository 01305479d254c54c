import * as z from 'zod';
import { exportEvidence as lines } from '../../app/evidence/evidence.js';
import { define } from '../define.js';
import { TextStream } from '../text-stream.js';

/** A write for each line would cost more than reading it. */
const chunkLength = 65_536;

async function* chunksOf(lines: AsyncIterable<string>): AsyncIterable<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

export const exportEvidence = define({
  name: 'portarium_evidence_export',
  title: 'Export evidence',
  description: 'Lines that can be verified without this server',
  effect: 'read',
  needs: 'evidence:read',
  input: { runId: z.string().optional() },
  verbatim: true,
  rest: { method: 'GET', path: '/evidence:export', tag: 'Evidence', streams: 'application/x-ndjson' },
  cli: false,
  run: (deps, caller, request, { signal }) => new TextStream(chunksOf(lines(deps, caller, request, signal))),
});
