/**
 * Just enough of a MongoDB for MongoDB's own MCP server to answer: it speaks the wire protocol, has one collection and
 * understands no filter. What the server makes of its documents, and all the words around them, are the server's.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** Of the `bson` package that the server brings along. */
export interface Bson {
  serialize(document: object): Uint8Array;
  deserialize(bytes: Uint8Array): Record<string, unknown>;
  readonly Long: { readonly ZERO: unknown };
}

export interface StandIn {
  readonly url: string;
  close(): void;
}

export const [database, collection] = ['study', 'hydros'];

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerBytes = 16;

export async function mongodbStandIn(bson: Bson, documents: readonly object[]): Promise<StandIn> {
  const server = createServer((socket) => answerAll(socket, (command) => answerTo(command, documents, bson), bson));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, close: () => void server.close() };
}

type Command = Readonly<Record<string, unknown>>;

function answerTo(command: Command, documents: readonly object[], { Long }: Bson): object {
  const [name = ''] = Object.keys(command);
  const cursor = (firstBatch: readonly object[]) => ({
    ok: 1,
    cursor: { id: Long.ZERO, ns: `${command.$db}.${command[name]}`, firstBatch },
  });
  if (/^(hello|ismaster)$/i.test(name)) return greeting;
  if (name === 'listDatabases') return { ok: 1, databases: [{ name: database, sizeOnDisk: 40_960, empty: false }] };
  if (name === 'listCollections') return cursor([{ name: collection, type: 'collection', options: {}, info: {} }]);
  if (name === 'aggregate' && isCount(command)) return cursor([{ _id: 1, n: documents.length }]);
  if (name === 'find' || name === 'aggregate') return cursor(documents);
  return { ok: 1 };
}

const greeting = {
  ...{ ok: 1, isWritablePrimary: true, ismaster: true, helloOk: true, minWireVersion: 0, maxWireVersion: 25 },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
};

const isCount = ({ pipeline }: Command) => (pipeline as object[]).some((stage) => '$group' in stage);

/** Messages may come in pieces, or several at once. */
function answerAll(socket: Socket, answer: (command: Command) => object, bson: Bson): void {
  let held = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece) => {
    held = Buffer.concat([held, piece]);
    while (held.length >= headerBytes && held.length >= held.readInt32LE(0)) {
      const message = held.subarray(0, held.readInt32LE(0));
      held = held.subarray(message.length);
      socket.write(replyTo(message, answer, bson));
    }
  });
}

function replyTo(message: Buffer, answer: (command: Command) => object, { serialize, deserialize }: Bson): Buffer {
  const isQuery = message.readInt32LE(12) === opQuery;
  // The name of the collection ends with a zero; two numbers follow it.
  const body = isQuery ? message.indexOf(0, headerBytes + 4) + 9 : headerBytes + 5;
  const document = serialize(answer(deserialize(message.subarray(body))));
  // Of a query: flags, cursor, place and how many documents; of a message: flags and the kind of its one section.
  const between = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) between.writeInt32LE(1, 16);
  const header = Buffer.alloc(headerBytes);
  header.writeInt32LE(headerBytes + between.length + document.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? opReply : opMsg, 12);
  return Buffer.concat([header, between, document]);
}
