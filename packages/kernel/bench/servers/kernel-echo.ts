import { createRuntime, noAudit, serveStdio } from '../../src/index.js';
import { echoServer } from './echo-definition.js';

await serveStdio(createRuntime(echoServer, { audit: noAudit })).closed;
process.exit(0);
