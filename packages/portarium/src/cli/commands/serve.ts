import {
  type Authenticator,
  deferredLog,
  Fault,
  type LogLevel,
  Metrics,
  noAuthentication,
  openHttpFront,
} from '@quadrivium/kernel';
import { Command, InvalidArgumentError, Option } from 'commander';
import { gatewayEndpoint } from '../../gateway/gateway-endpoint.js';
import { authenticateByStoredKeys, authenticateByTokens, eitherOf } from '../../http/authenticator.js';
import { httpService } from '../../http/service.js';
import type { RestateOptions } from '../../restate/open-restate.js';
import type { CliIo } from '../cli-io.js';
import type { GlobalOptions } from '../open-session.js';
import type { OpenedPlane, OpenPlane } from '../plane-settings.js';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly auth: 'keys' | 'jwt' | 'both' | 'none';
  readonly jwks?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly allowedTools?: string[];
  readonly allowedHosts?: string[];
  readonly allowedOrigins?: string[];
  readonly publicUrl?: string;
  readonly gateway?: boolean;
  readonly restate?: string;
  readonly restateAdmin?: string;
  readonly restateWorker?: string;
  readonly restateIdentity?: string[];
  readonly logLevel: LogLevel;
}

const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

const list = (text: string): string[] => text.split(',').map((word) => word.trim());

export function serveCommand(options: () => GlobalOptions, open: OpenPlane, io: CliIo, signal: AbortSignal): Command {
  return new Command('serve')
    .description('Serve the REST API (/v1), the MCP tools (/mcp, /ws, /sse) and run the engine')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 picks a free one', portNumber, 8420)
    .addOption(
      new Option('--auth <how>', 'keys of the database, tokens of an identity provider, both, or none (loopback only)')
        .choices(['keys', 'jwt', 'both', 'none'])
        .default('keys'),
    )
    .option('--jwks <url>', 'key set of the identity provider: https address or file')
    .option('--issuer <url>', 'who must have issued the tokens')
    .option('--audience <name>', 'whom the tokens must be for')
    .option('--allowed-tools <names>', 'only these MCP tools', list)
    .option('--allowed-hosts <names>', 'further host names of this server', list)
    .option('--allowed-origins <names>', 'sites whose pages may call', list)
    .option('--public-url <url>', 'address that clients use when a proxy stands in front')
    .option('--gateway', 'offer the configured MCP servers, governed, at /mcp/gateway')
    .option(
      '--restate <url>',
      'have runs carried by this Restate server (its ingress) instead of by this process alone',
    )
    .option('--restate-admin <url>', 'where this worker makes itself known to Restate')
    .option('--restate-worker <host:port>', 'where Restate reaches this worker; only hand runs over when omitted')
    .option(
      '--restate-identity <keys>',
      'public keys of the Restate server; nobody else can use this worker then',
      list,
    )
    .addOption(
      new Option('--log-level <level>', 'least important log lines on stderr').choices(logLevels).default('info'),
    )
    .action(async (flags: ServeFlags) => {
      const { db, servers } = options();
      const restate = restateFrom(flags);
      const opened = await open({
        db,
        engine: true,
        ...(servers === undefined ? {} : { servers }),
        ...(restate === undefined ? {} : { restate }),
      });
      try {
        const announce = (url: string) =>
          io.out(options().json ? `${JSON.stringify({ url })}\n` : `Listening on ${url}\n`);
        await serveUntil(signal, opened, flags, announce);
      } finally {
        await opened.close();
      }
    });
}

function restateFrom(flags: ServeFlags): RestateOptions | undefined {
  const { restate, restateAdmin, restateWorker, restateIdentity } = flags;
  if (restate === undefined) return undefined;
  if (restateWorker === undefined) return { ingress: restate };
  const address = /^(?<host>[\w.-]+):(?<port>\d+)$/.exec(restateWorker)?.groups;
  if (address === undefined) throw new Fault('BadUsage', `--restate-worker needs host:port, not "${restateWorker}".`);
  const { host = '', port } = address;
  const admin = restateAdmin === undefined ? {} : { admin: restateAdmin };
  const identity = restateIdentity === undefined ? {} : { identityKeys: restateIdentity };
  return { ingress: restate, worker: { host, port: Number(port), ...admin, ...identity } };
}

async function serveUntil(
  signal: AbortSignal,
  opened: OpenedPlane,
  flags: ServeFlags,
  announce: (url: string) => void,
): Promise<void> {
  const log = deferredLog('portarium', flags.logLevel);
  const metrics = new Metrics();
  const service = httpService(opened.plane, {
    log,
    runtime: { audit: metrics.observe, ...(flags.allowedTools ? { allowedTools: flags.allowedTools } : {}) },
    endpoints: flags.gateway ? { '/mcp/gateway': await gatewayEndpoint(opened, { log }) } : {},
  });
  const health = await watchedHealth(opened, signal);
  metrics.gauge('portarium_evidence_signing_failures', () => health.last().signing.failures);
  const front = await openHttpFront({
    routes: service.routes,
    host: flags.host,
    port: flags.port,
    authenticator: await authenticatorFor(opened, flags),
    allowedHosts: flags.allowedHosts ?? [],
    allowedOrigins: flags.allowedOrigins ?? [],
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    metrics,
    log,
    ready: health.ready,
  });
  announce(front.url);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await front.close({ graceMs: 5000 });
}

async function authenticatorFor({ plane }: OpenedPlane, flags: ServeFlags): Promise<Authenticator> {
  if (flags.auth === 'none') return noAuthentication;
  const keys = authenticateByStoredKeys(plane);
  if (flags.auth === 'keys') return keys;
  const { jwks, issuer, audience } = flags;
  if (jwks === undefined || issuer === undefined || audience === undefined)
    throw new Fault('BadUsage', `--auth ${flags.auth} needs --jwks, --issuer and --audience.`);
  const tokens = await authenticateByTokens({ jwks, issuer, audience });
  return flags.auth === 'jwt' ? tokens : eitherOf(keys, tokens);
}

/** The front asks without waiting, so what was found last is the answer. */
async function watchedHealth({ plane }: OpenedPlane, signal: AbortSignal) {
  let last = await plane.health();
  const timer = setInterval(() => {
    plane.health().then(
      (health) => {
        last = health;
      },
      () => {
        last = { ...last, ready: false };
      },
    );
  }, 2000);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return { last: () => last, ready: () => last.ready };
}
