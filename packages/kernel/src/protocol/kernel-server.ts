import {
  type BaseContext,
  type Implementation,
  type MessageExtraInfo,
  PROTOCOL_VERSION_META_KEY,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerOptions,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

import type { ServerDefinition } from '../registry/server-definition.js';
import { capabilitiesFor } from './capabilities.js';
import { explainedError, explainedResult } from './explain-answer.js';
import { anyParams, type HandlerTable } from './handlers/handler.js';
import { type ContextSource, RequestContext } from './request-context.js';
import { legacyRevisions, modernRevision, newestLegacyRevision } from './revisions.js';
import { dispatch, isNormalising, type StoredHandler, seamsOf } from './sdk-seams.js';

/** Shared: by default every SDK server would build its own, and HTTP needs a server per request. */
const elicitationValidator = new AjvJsonSchemaValidator();

const defaultListTtlMs = 60_000;

/** What one connection's server is assembled from; handlers are shared by all of them. */
export interface ServerParts {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerTable;
  readonly contextSource: Omit<ContextSource, 'server'>;
}

/**
 * The SDK's low-level server with our registry behind it. It is deprecated there in favour of a high-level class that
 * turns every error into a result, warns about slashes in names and rewrites schemas, none of which the seeds allow.
 */
export class KernelServer extends Server {
  readonly #definition: ServerDefinition;

  constructor({ definition, handlers, contextSource }: ServerParts) {
    super(serverInfo(definition), {
      capabilities: capabilitiesFor(definition, newestLegacyRevision),
      supportedProtocolVersions: [...legacyRevisions],
      jsonSchemaValidator: elicitationValidator,
      cacheHints: cacheHints(definition.listTtlMs ?? defaultListTtlMs),
      ...(definition.instructions === undefined ? {} : { instructions: definition.instructions }),
      ...requestStateOption(definition.verifyRequestState),
    });
    this.#definition = definition;
    this.#register(handlers, { ...contextSource, server: this });
    definition.extend?.(this);
  }

  /** The seed fixes this object for one revision and the protocol adds to it in others. */
  override getCapabilities(): ServerCapabilities {
    return capabilitiesFor(this.#definition, this.getNegotiatedProtocolVersion() ?? newestLegacyRevision);
  }

  /** We register a handler for everything we serve, including what an old revision has no capability for. */
  protected override assertRequestHandlerCapability(): void {}

  /** Messages that were checked on the way in are not checked three times more. */
  override async connect(transport: Transport): Promise<void> {
    const hasListener = transport.onmessage !== undefined;
    await super.connect(transport);
    if (isNormalising(transport) && !hasListener) {
      transport.onmessage = (message, extra) => dispatch(seamsOf(this), message, extra);
    }
  }

  /** Our gate validates calls and builds results, so the SDK only has to do its part for `input_required`. */
  protected override _wrapHandler(method: string, handler: StoredHandler): StoredHandler {
    if (method !== 'tools/call') return super._wrapHandler(method, handler);
    const seams = seamsOf(this);
    return (request, context) => seams._invokeInputRequiredCapableHandler(method, handler, request, context);
  }

  /** The SDK's context is mostly closures a tool rarely wants; `fullContext` makes them when it does. */
  protected override buildContext(context: BaseContext, info?: MessageExtraInfo): ServerContext {
    const isLean = info === undefined && context.mcpReq.method === 'tools/call';
    return isLean ? (context as ServerContext) : super.buildContext(context, info);
  }

  fullContext(context: ServerContext): ServerContext {
    return 'log' in context.mcpReq ? context : super.buildContext(context);
  }

  /** On a long-lived connection the SDK looks at the claimed revision once; the protocol says every request. */
  #insistOnRevision(sdk: ServerContext): void {
    const requested = (sdk.mcpReq.envelope as Record<string, unknown>)[PROTOCOL_VERSION_META_KEY];
    if (requested === modernRevision || this.getNegotiatedProtocolVersion() !== modernRevision) return;
    throw new UnsupportedProtocolVersionError({ supported: [modernRevision], requested: String(requested) });
  }

  #register(handlers: HandlerTable, source: ContextSource): void {
    for (const [method, handle] of Object.entries(handlers)) {
      this.setRequestHandler(method, { params: anyParams }, async (params, sdk) => {
        try {
          if (sdk.mcpReq.envelope !== undefined) this.#insistOnRevision(sdk);
          return explainedResult(await handle(params, new RequestContext(source, sdk), this), source.pageOf);
        } catch (error) {
          throw explainedError(error, source.pageOf);
        }
      });
    }
  }
}

function serverInfo({ name, version, title, icons }: ServerDefinition): Implementation {
  return {
    name,
    version,
    ...(title === undefined ? {} : { title }),
    ...(icons === undefined ? {} : { icons: [...icons] }),
  };
}

/** What callers see depends on who they are, so nothing may be kept by a shared cache. */
function cacheHints(ttlMs: number): NonNullable<ServerOptions['cacheHints']> {
  const hint = { ttlMs, cacheScope: 'private' } as const;
  return {
    'tools/list': hint,
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
    'server/discover': hint,
  };
}

function requestStateOption(verify: ServerDefinition['verifyRequestState']): Pick<ServerOptions, 'requestState'> {
  return verify === undefined ? {} : { requestState: { verify: async (state, context) => verify(state, context) } };
}
