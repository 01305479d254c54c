import { own } from '@quadrivium/kernel/essentials';
import { exitCodes } from '@quadrivium/kernel/shell';

type ErrorClass = 'usage' | 'config' | 'auth' | 'connection' | 'tool' | 'cancelled' | 'unexpected';

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
  usage: exitCodes.usage,
  config: exitCodes.configuration,
  auth: exitCodes.refused,
  connection: exitCodes.failed,
  tool: exitCodes.reported,
  cancelled: exitCodes.interrupted,
  unexpected: exitCodes.failed,
};

export function classOf(kind: string): ErrorClass {
  return own(CLASSES, kind) ?? 'unexpected';
}

export function exitCodeOf({ kind }: { readonly kind: string }): number {
  return CODES[classOf(kind)];
}
