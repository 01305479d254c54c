import type { LogLevel } from '../log/index.js';
import type { GivenSettings } from './command-line.js';

/** Everything the operator decided, with defaults filled in. */
export interface ServeSettings {
  readonly transport: 'stdio' | 'http' | 'ws' | 'sse' | 'all-http';
  readonly host: string;
  readonly port: number;
  readonly allowWrite: boolean | undefined;
  readonly allowedDirs: readonly string[];
  readonly allowedTools: readonly string[] | undefined;
  readonly toolNames: 'seed' | 'portable';
  readonly auth: 'none' | 'keys' | 'jwt';
  readonly keysFile: string | undefined;
  readonly jwks: string | undefined;
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Calls a minute of one caller. */
  readonly rateLimit: number | undefined;
  readonly threads: number | undefined;
  readonly strictProtocol: boolean;
  readonly inputErrors: 'profile' | 'tool';
  readonly legacySse: boolean;
  readonly auditLog: string | undefined;
  readonly logLevel: LogLevel;
  readonly graceMs: number;
  /** Settings only this server has, as its own flags parsed them. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export function settingsFrom({ common: given, extra }: GivenSettings, workingDirectory: string): ServeSettings {
  return {
    extra,
    transport: given.transport ?? 'stdio',
    host: given.host ?? '127.0.0.1',
    port: given.port ?? 3000,
    allowWrite: given.allowWrite,
    allowedDirs: given.allowedDirs ?? [workingDirectory],
    allowedTools: given.allowedTools,
    toolNames: given.toolNames ?? 'seed',
    auth: given.auth ?? 'none',
    keysFile: given.keysFile,
    jwks: given.jwks,
    issuer: given.issuer,
    audience: given.audience,
    allowedHosts: given.allowedHosts ?? [],
    allowedOrigins: given.allowedOrigins ?? [],
    publicUrl: given.publicUrl,
    tlsCert: given.tlsCert,
    tlsKey: given.tlsKey,
    rateLimit: given.rateLimit,
    threads: given.threads,
    strictProtocol: given.strictProtocol ?? false,
    inputErrors: given.inputErrors ?? 'profile',
    legacySse: given.legacySse ?? false,
    auditLog: given.auditLog,
    logLevel: given.logLevel ?? 'info',
    graceMs: 1000 * (given.graceSeconds ?? 10),
  };
}
