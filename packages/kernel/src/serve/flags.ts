import { type Flags, listOf, oneOf, onOff, textValue, wholeNumber } from '../shell/flag.js';

/** Every setting of every server, in the order of the help. A new one is a line here and a use in `serve.ts`. */
export const flags = {
  transport: oneOf('transport', 'How clients reach the server', ['stdio', 'http', 'ws', 'sse', 'all-http']),
  host: textValue('host', 'Address to listen on', 'address', '127.0.0.1'),
  port: wholeNumber('port', 'Port to listen on; 0 picks a free one', { min: 0, max: 65_535, standard: '3000' }),
  allowWrite: onOff('allow-write', 'Enable tools that write'),
  allowedDirs: listOf('allowed-dirs', 'Directories whose files may be used', 'paths', 'current directory'),
  allowedTools: listOf('allowed-tools', 'Tools to expose; a trailing * stands for any ending', 'names', 'all'),
  toolNames: oneOf('tool-names', 'Names to list: as specified, or acceptable to every model provider', [
    'seed',
    'portable',
  ]),
  auth: oneOf('auth', 'How HTTP callers prove who they are', ['none', 'keys', 'jwt']),
  keysFile: textValue('keys-file', 'File with the API keys of --auth keys', 'path'),
  jwks: textValue('jwks', 'Key set of --auth jwt: https address or file', 'url'),
  issuer: textValue('issuer', 'Who must have issued the tokens of --auth jwt', 'url'),
  audience: textValue('audience', 'Whom the tokens of --auth jwt must be for', 'name'),
  allowedHosts: listOf('allowed-hosts', 'Further host names under which clients may address the server', 'names'),
  allowedOrigins: listOf('allowed-origins', 'Host names of sites whose pages may call the server', 'names'),
  publicUrl: textValue('public-url', 'Address clients use when a proxy stands in front', 'url'),
  tlsCert: textValue(
    'tls-cert',
    'Certificate (PEM) to serve with over TLS; a renewed one is taken without a restart',
    'path',
  ),
  tlsKey: textValue('tls-key', 'Private key of --tls-cert', 'path'),
  rateLimit: wholeNumber('rate-limit', 'Calls per minute that one caller may make', {
    min: 1,
    max: 1_000_000,
    standard: 'no limit',
  }),
  threads: wholeNumber('threads', 'Threads for computation', { min: 1, max: 1024, standard: 'one per core' }),
  strictProtocol: onOff('strict-protocol', 'Refuse unknown newer protocol revisions instead of offering our newest'),
  inputErrors: oneOf('input-errors', 'Wrong arguments answered as the specification says, or as a tool result', [
    'profile',
    'tool',
  ]),
  legacySse: onOff('legacy-sse', 'Also serve HTTP+SSE for clients of 2024'),
  auditLog: textValue(
    'audit-log',
    'File in which every call leaves a line, where the server has no ledger',
    'path',
    'off',
  ),
  logLevel: oneOf('log-level', 'Least important log lines on stderr', [
    'info',
    'trace',
    'debug',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  config: textValue('config', 'JSON or TOML file with settings by flag name; flags and variables win', 'path'),
  graceSeconds: wholeNumber('grace-seconds', 'How long running calls may finish on shutdown', {
    min: 0,
    max: 86_400,
    standard: '10',
  }),
} as const;

type Parsed<F> = F extends { parse(text: string, fromEnvironment: boolean): infer Value } ? Value : never;

/** Settings of one server that the others do not have. */
export type ExtraFlags = Flags;

/** What was given, by flag, by variable or by file; the rest is undefined. */
export type Given = { readonly [Name in keyof typeof flags]?: Parsed<(typeof flags)[Name]> };

export function variableOf(flagName: string, prefix: string): string {
  return `${prefix}_${flagName.toUpperCase().replaceAll('-', '_')}`;
}

export function allFlags(extra: ExtraFlags = {}): Flags {
  return { ...flags, ...extra };
}
