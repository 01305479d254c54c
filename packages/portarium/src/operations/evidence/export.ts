import * as z from 'zod';
import { exportEvidence as lines } from '../../app/evidence.js';
import { define } from '../define.js';
import { TextStream } from '../text-stream.js';

async function* asLines(found: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of found) yield line.endsWith('\n') ? line : `${line}\n`;
}

export const exportEvidence = define({
  name: 'portarium_evidence_export',
  title: 'Export evidence',
  description: 'Lines that can be verified without this server',
  effect: 'read',
  needs: 'evidence:read',
  input: { runId: z.string().optional() },
  verbatim: true,
  rest: {
    method: 'GET',
    path: '/evidence:export',
    operationId: 'exportEvidence',
    tag: 'Evidence',
    streams: 'application/x-ndjson',
  },
  run: (deps, caller, request) => new TextStream(asLines(lines(deps, caller, request))),
});
