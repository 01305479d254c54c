/** The echo tool behind our whole HTTP front: guards, normaliser, gate, both eras. Prints the port it listens on. */
import { createRuntime, noAudit, openHttpFront, streamableHttp } from '../../src/index.js';
import { echoServer } from './echo-definition.js';

const front = await openHttpFront({
  port: 0,
  routes: { '/mcp': streamableHttp(createRuntime(echoServer, { audit: noAudit })) },
});
process.stdout.write(`${front.port}\n`);
