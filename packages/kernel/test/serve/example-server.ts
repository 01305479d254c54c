/** A server as a system would ship it; started by the tests as a process of its own. */
import { serveMain } from '../../src/serve/index.js';
import { exampleDefinition } from '../http/example.js';

const witness = { started: 0, finished: 0, aborted: 0, identities: [] };

await serveMain(exampleDefinition(witness), {
  runtime: { graceMs: 500 },
  onClose: () => {
    process.stderr.write(`closed ${JSON.stringify(witness)}\n`);
  },
});
