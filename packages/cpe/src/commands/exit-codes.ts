import { Fault } from '../faults.js';

/** What the exit code of cpe means. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  config: 2,
  auth: 3,
  unreachable: 4,
  tool: 5,
  sigint: 130,
  sigterm: 143,
} as const;

export type ErrorClass = 'usage' | 'config' | 'auth' | 'connection' | 'tool' | 'cancelled' | 'unexpected';

const CLASSES: Readonly<Record<string, ErrorClass>> = {
  Usage: 'usage',
  ConfigMissing: 'config',
  ConfigInvalid: 'config',
  UnknownModel: 'config',
  UnknownServer: 'config',
  NoServers: 'config',
  DuplicateTool: 'config',
  LockChanged: 'config',
  ImportFailed: 'config',
  InvalidConfig: 'config',
  Unauthorized: 'auth',
  LoginFailed: 'auth',
  SpawnFailed: 'connection',
  HandshakeTimeout: 'connection',
  HandshakeFailed: 'connection',
  ServerDied: 'connection',
  StreamCut: 'connection',
  CallTimeout: 'connection',
  HttpError: 'connection',
  Unreachable: 'connection',
  ProtocolError: 'connection',
  Closed: 'connection',
  NoTools: 'connection',
  ModelFailed: 'connection',
  EventsFailed: 'connection',
  UnknownTool: 'tool',
  InvalidArguments: 'tool',
  ToolFailed: 'tool',
  ResourceLink: 'tool',
  UnknownResult: 'tool',
  RpcError: 'tool',
  Unsupported: 'tool',
  ProgramFailed: 'tool',
  SandboxFailed: 'tool',
  TooDeep: 'tool',
  CassetteMismatch: 'config',
  Cancelled: 'cancelled',
};

const CODES: Readonly<Record<ErrorClass, number>> = {
  usage: EXIT.unexpected,
  config: EXIT.config,
  auth: EXIT.auth,
  connection: EXIT.unreachable,
  tool: EXIT.tool,
  cancelled: EXIT.sigint,
  unexpected: EXIT.unexpected,
};

export function classOf(error: unknown): ErrorClass {
  return error instanceof Fault ? (CLASSES[error.kind] ?? 'unexpected') : 'unexpected';
}

export function exitCodeOf(error: unknown): number {
  return CODES[classOf(error)];
}
