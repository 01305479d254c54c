import {
  type Authenticator,
  certificateOf,
  deferredLog,
  Fault,
  type Logger,
  type LogLevel,
  noAuthentication,
  openHttpFront,
  openMetrics,
  openTelemetry,
  RateLimit,
} from '@quadrivium/kernel';
import {
  type FlagValues,
  listOf,
  oneOf,
  onSwitch,
  textValue,
  wholeNumber,
  withDefault,
} from '@quadrivium/kernel/shell';
import { readLogin } from '../../bin/login-file.js';
import { gatewayEndpoint } from '../../gateway/gateway-endpoint.js';
import { authenticateByStoredKeys, authenticateByTokens, eitherOf } from '../../http/authenticator.js';
import { watchRecords } from '../../http/record-gauges.js';
import { httpService } from '../../http/service.js';
import { sharedReading } from '../../http/shared-reading.js';
import { type Login, openLogin } from '../../login/login-routes.js';
import type { RestateOptions } from '../../restate/open-restate.js';
import { serverVersion } from '../../tools/server.js';
import { firstStart } from '../first-start.js';
import { type GlobalOptions, portariumCommand } from '../global-flags.js';
import type { OpenedPlane, OpenPlane } from '../plane-settings.js';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const satisfies readonly LogLevel[];

const options = {
  host: withDefault(textValue('host', 'address to listen on', 'address'), '127.0.0.1'),
  port: withDefault(wholeNumber('port', 'port to listen on; 0 picks a free one', { min: 0, max: 65_535 }), 8420),
  auth: withDefault(
    oneOf('auth', 'keys of the database, tokens of an identity provider, both, or none (loopback only)', [
      'keys',
      'jwt',
      'both',
      'none',
    ]),
    'keys',
  ),
  jwks: textValue('jwks', 'key set of the identity provider: https address or file', 'url'),
  issuer: textValue('issuer', 'who must have issued the tokens', 'url'),
  audience: textValue('audience', 'whom the tokens must be for', 'name'),
  allowedTools: listOf('allowed-tools', 'only these MCP tools', 'names'),
  allowedHosts: listOf('allowed-hosts', 'further host names of this server', 'names'),
  allowedOrigins: listOf('allowed-origins', 'sites whose pages may call', 'names'),
  publicUrl: textValue('public-url', 'address that clients use when a proxy stands in front', 'url'),
  tlsCert: textValue(
    'tls-cert',
    'certificate (PEM) to serve with over TLS; a renewed one is taken without a restart',
    'file',
  ),
  tlsKey: textValue('tls-key', 'private key of --tls-cert', 'file'),
  rateLimit: wholeNumber('rate-limit', 'calls a minute that one caller may make; no limit when omitted', {
    min: 1,
    max: 1_000_000,
  }),
  login: textValue('login', 'JSON file about the identity provider that people sign in with (OpenID Connect)', 'file'),
  gateway: onSwitch('gateway', 'offer the configured MCP servers, governed, at /mcp/gateway'),
  restate: textValue(
    'restate',
    'have runs carried by this Restate server (its ingress) instead of by this process alone',
    'url',
  ),
  restateAdmin: textValue('restate-admin', 'where this worker makes itself known to Restate', 'url'),
  restateWorker: textValue(
    'restate-worker',
    'where Restate reaches this worker; only hand runs over when omitted',
    'host:port',
  ),
  restateUri: textValue(
    'restate-uri',
    'where Restate is told to find this worker when others stand behind the same address; --restate-worker when omitted',
    'url',
  ),
  restateIdentity: listOf(
    'restate-identity',
    'public keys of the Restate server; nobody else can use this worker then',
    'keys',
  ),
  logLevel: withDefault(oneOf('log-level', 'least important log lines on stderr', logLevels), 'info'),
};

type ServeFlags = FlagValues<typeof options> & Pick<GlobalOptions, 'workspace'>;

export const serveCommand = (open: OpenPlane) =>
  portariumCommand({
    name: 'serve',
    description: 'Serve the REST API (/v1), the MCP tools (/mcp, /ws, /sse) and run the engine',
    options,
    service: true,
    async run(io, { db, servers, ...flags }) {
      const restate = restateFrom(flags);
      if (!(await hasBegun(open, db, flags.workspace, io.signal))) return undefined;
      const opened = await open({
        db,
        engine: true,
        attended: flags.gateway,
        ...(servers === undefined ? {} : { servers }),
        ...(restate === undefined ? {} : { restate }),
        ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
      });
      try {
        const announce = (url: string) =>
          void io.print(io.forPeople ? `Listening on ${url}\n` : `${JSON.stringify({ url })}\n`);
        await serveUntil(io.signal, opened, flags, announce);
      } finally {
        await opened.close();
      }
      return undefined;
    },
  });

/** False when we were told to stop while another process was making the database. */
async function hasBegun(open: OpenPlane, db: string, workspaceId: string, signal: AbortSignal): Promise<boolean> {
  const say = (text: string) => void process.stderr.write(text);
  try {
    await firstStart(open, db, workspaceId, { say, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

function restateFrom(flags: ServeFlags): RestateOptions | undefined {
  const { restate, restateAdmin, restateWorker, restateUri, restateIdentity } = flags;
  if (restate === undefined) return undefined;
  if (restateWorker === undefined) return { ingress: restate };
  const address = /^(?<host>[\w.-]+):(?<port>\d+)$/.exec(restateWorker)?.groups;
  if (address === undefined) throw new Fault('BadUsage', `--restate-worker needs host:port, not "${restateWorker}".`);
  const { host = '', port } = address;
  const admin = restateAdmin === undefined ? {} : { admin: restateAdmin };
  const identity = restateIdentity === undefined ? {} : { identityKeys: restateIdentity };
  const uri = restateUri === undefined ? {} : { uri: restateUri };
  return { ingress: restate, worker: { host, port: Number(port), ...admin, ...uri, ...identity } };
}

async function serveUntil(
  signal: AbortSignal,
  opened: OpenedPlane,
  flags: ServeFlags,
  announce: (url: string) => void,
): Promise<void> {
  const log = deferredLog('portarium', flags.logLevel);
  const metrics = await openMetrics();
  // One for all doors: who uses two has no more than who uses one.
  const limits = flags.rateLimit === undefined ? {} : { rateLimit: new RateLimit(flags.rateLimit) };
  const service = httpService(opened.plane, {
    log,
    runtime: {
      observe: metrics.observe,
      ...limits,
      ...(flags.allowedTools ? { allowedTools: flags.allowedTools } : {}),
    },
    endpoints: flags.gateway ? { '/mcp/gateway': await gatewayEndpoint(opened, { log, ...limits }) } : {},
  });
  metrics.watch(service.runtime);
  watchRecords(metrics, opened.plane);
  const telemetry = await openTelemetry({ service: 'portarium', version: serverVersion, metrics, log });
  const login = await loginFor(opened, flags, log);
  const keys = await authenticatorFor(opened, flags);
  const front = await openHttpFront({
    routes: { ...service.routes, ...login?.routes },
    host: flags.host,
    port: flags.port,
    authenticator: login?.accepting(keys) ?? keys,
    allowedHosts: flags.allowedHosts ?? [],
    allowedOrigins: flags.allowedOrigins ?? [],
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    ...certificateOf(flags),
    metrics,
    log,
    // Asked of the database itself.
    ready: sharedReading(async () => (await opened.plane.health()).ready),
  });
  announce(front.url);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await front.close({ graceMs: 5000 });
  await telemetry.close();
}

async function loginFor({ plane }: OpenedPlane, flags: ServeFlags, log: Logger): Promise<Login | undefined> {
  if (flags.login === undefined) return undefined;
  const settings = await readLogin(flags.login);
  if (flags.port === 0 && flags.publicUrl === undefined && settings.publicUrl === undefined)
    throw new Fault('BadUsage', '--login needs --public-url, or a --port: the provider sends people back there.');
  const publicUrl = flags.publicUrl ?? `http://localhost:${flags.port}`;
  return openLogin(plane.deps, settings, { publicUrl, workspace: flags.workspace, log });
}

async function authenticatorFor({ plane }: OpenedPlane, flags: ServeFlags): Promise<Authenticator> {
  if (flags.auth === 'none') return noAuthentication;
  const keys = authenticateByStoredKeys(plane);
  if (flags.auth === 'keys') return keys;
  const { jwks, issuer, audience } = flags;
  if (jwks === undefined || issuer === undefined || audience === undefined)
    throw new Fault('BadUsage', `--auth ${flags.auth} needs --jwks, --issuer and --audience.`);
  const tokens = await authenticateByTokens(plane, { jwks, issuer, audience });
  return flags.auth === 'jwt' ? tokens : eitherOf(keys, tokens);
}
