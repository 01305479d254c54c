/** Evidence of a system without a ledger of its own: every call in one chain, refused ones too. */
import { createHash } from 'node:crypto';
import type { AuditEvent, AuditHook } from '@quadrivium/kernel';
import { type EntryDraft, type JsonObject, type JsonValue, openSqliteLedger } from '@quadrivium/ledger';

export interface CallRecord {
  readonly audit: AuditHook;
  close(): Promise<void>;
}

export function openCallRecord(file: string): CallRecord {
  const ledger = openSqliteLedger(file);
  return {
    audit: async (event) => void (await ledger.append([entryOf(event)])),
    close: () => ledger.close(),
  };
}

function entryOf({ server, identity, startedAtMs, args, requestId, ...event }: AuditEvent): EntryDraft {
  const { subject, roles, via } = identity;
  return {
    stream: `calls of ${server}`,
    type: 'Called',
    actor: { kind: roles.includes('agent') ? 'agent' : 'user', id: subject },
    at: new Date(startedAtMs).toISOString(),
    body: { ...event, via, requestId: String(requestId), args: keptArguments(args) } satisfies JsonObject,
  };
}

/** Words longer than this are kept by their digest: nobody may escape the record by saying too much. */
const longest = 64 * 1024;

function keptArguments(args: unknown): JsonValue {
  const text = JSON.stringify(args ?? null);
  if (text.length <= longest) return JSON.parse(text) as JsonValue;
  return { characters: text.length, sha256: createHash('sha256').update(text).digest('hex') };
}
