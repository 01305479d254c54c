import type { ServerDefinition } from '@quadrivium/kernel';
import { CareerApp } from '../packages/career/src/app/career-app.js';
import { careerServer } from '../packages/career/src/operations/server.js';
import { cobreServer } from '../packages/cobre/src/server.js';
import { remoteServer } from '../packages/portarium/src/tools/server.js';

const unconnected = { call: never, stream: never };

function never(): never {
  throw new TypeError('These tools are for listing only.');
}

/** Every MCP server of the repository, for generated pages and golden files. */
export const servers: readonly { readonly binary: string; readonly definition: ServerDefinition }[] = [
  { binary: 'cobre-mcp', definition: cobreServer() },
  { binary: 'career-mcp', definition: careerServer(new CareerApp()) },
  { binary: 'portarium-mcp', definition: remoteServer(() => unconnected) },
];
