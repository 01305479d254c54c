/** Makes the table of standings from the labelled sentences beside this file; see README.md. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { labelled } from './labelled.js';
import { learned } from './learned.js';

const artefacts = new URL('../artefacts/', import.meta.url);
const bytes = gzipSync(learned(labelled()), { level: 9 });
const sha256 = createHash('sha256').update(bytes).digest('hex');
writeFileSync(new URL('standing.bin.gz', artefacts), bytes);
writeFileSync(new URL('standing.json', artefacts), `${JSON.stringify({ file: 'standing.bin.gz', sha256 }, null, 2)}\n`);
process.stdout.write(`${fileURLToPath(new URL('standing.bin.gz', artefacts))}: ${bytes.length} bytes, ${sha256}\n`);
