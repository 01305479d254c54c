export { type Exportable, type ExportScope, exportLines } from './export-lines.js';
export type { LedgerFaultKind } from './faults.js';
export { canonicalJson, type JsonObject, type JsonValue } from './format/canonical-json.js';
export { type Checkpoint, checkpointLine, type ExportHeader } from './format/checkpoint.js';
export { type CarriedStream, type Cut, cutLine } from './format/cut.js';
export { defaultMaxBodyBytes } from './format/draft.js';
export {
  type Actor,
  type ActorKind,
  defaultChain,
  type Entry,
  type EntryDraft,
  genesisHash,
  hashedText,
} from './format/entry.js';
export { nodeCrypto } from './sign/node-crypto.js';
export { generateKeyPem, publicKeyFrom, type Signer, signCheckpoint, signCut, signerFromPem } from './sign/signer.js';
export type { CheckpointRequest, EntryQuery, Head, LedgerStore } from './store/ledger-store.js';
export { appendWithin } from './store/sqlite-append.js';
export * from './store/sqlite-driver.js';
export { openSqliteLedger, SqliteLedger, type SqliteLedgerOptions } from './store/sqlite-ledger.js';
export { ensureLedgerSchema } from './store/sqlite-schema.js';
export * from './verify/index.js';
export { type DatabaseVerifyOptions, verifyDatabase } from './verify-database.js';
