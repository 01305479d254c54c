/** The gate of this process, loaded with the first call: the protocol behind it is the larger part of the program. */
import {
  type LocalRuntime,
  noAudit,
  openAuditFile,
  openLocalRuntime,
  openSandbox,
  silentLogger,
  wholeFileSystem,
} from '@quadrivium/kernel';
import type { Io } from '@quadrivium/kernel/shell';
import { cobreServer } from '../server.js';

export async function openCobre(auditLog: string | undefined, io: Io): Promise<LocalRuntime> {
  const definition = cobreServer();
  const operations = (definition.operations ?? []).map((operation) => ({ ...operation, timeoutMs: 0 }));
  const error = (fields: { readonly err?: Error }) => io.note(`${fields.err?.stack ?? fields.err}\n`);
  return openLocalRuntime(
    { ...definition, operations },
    {
      audit: auditLog === undefined ? noAudit : await openAuditFile(auditLog),
      files: await openSandbox(wholeFileSystem(), { base: process.cwd(), largestRead: Number.POSITIVE_INFINITY }),
      allowWrite: true,
      log: { ...silentLogger, error },
    },
  );
}
