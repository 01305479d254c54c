import { explanationOf, servedExplanationOf } from '../explained/index.js';
import { localIdentity } from '../identity.js';
import { jsonSchemaCheck } from '../registry/json-schema-check.js';
import { inPortableNames } from '../registry/portable-texts.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { completionHandlers } from './handlers/completion.js';
import type { HandlerParts, HandlerTable } from './handlers/handler.js';
import { promptHandlers } from './handlers/prompts.js';
import { resourceHandlers } from './handlers/resources.js';
import { skillHandlers } from './handlers/skills.js';
import { taskHandlers } from './handlers/tasks.js';
import { toolHandlers } from './handlers/tools.js';
import { headerDeclarationsOf } from './header-declarations.js';
import { KernelServer } from './kernel-server.js';
import { listedToolsFor } from './listed-tools.js';
import { openGate } from './open-gate.js';
import { refusals } from './refused-requests.js';
import type { RuntimeOptions, ServerRuntime } from './runtime.js';
import { ToolNews } from './tool-news.js';

/** A definition ready to be served: the gate, and what clients of MCP find in front of it. */
export function createRuntime(given: ServerDefinition, options: RuntimeOptions): ServerRuntime {
  const definition = options.toolNames === 'portable' ? inPortableNames(given) : given;
  const { local, settings, log, tell } = openGate(definition, options, jsonSchemaCheck);
  const handlers = handlerTable({
    definition,
    settings,
    toolNames: options.toolNames ?? 'seed',
    listedTools: listedToolsFor(settings, options, definition.itemIcons),
  });
  const toolNews = new ToolNews();
  definition.watchOperations?.((operations) => {
    settings.registry.replaceOperations(operations);
    toolNews.tell();
  });
  const { call, onNews, settled, endCalls, endTasks } = local;
  return {
    ...{ call, onNews, settled, endCalls, endTasks },
    get auditFailures() {
      return local.auditFailures;
    },
    get running() {
      return local.running;
    },
    definition,
    options,
    rules: { strictProtocol: options.strictProtocol ?? false, maxDepth: 2 * settings.maxArgumentDepth },
    newServer({ era, identity = localIdentity, transport }) {
      const { verifyRequestState } = definition;
      const shared = { app: definition.app, files: options.files, log, redact: settings.redact, tell };
      // Who is on this machine reads the file; who is not asks the server that answered.
      const pageOf = transport === 'stdio' || transport === 'memory' ? explanationOf : servedExplanationOf;
      const contextSource = { era, identity, verifyRequestState, pageOf, ...shared };
      const server = new KernelServer({ definition, handlers, contextSource });
      // A server for one request has nobody to tell once it has answered.
      if (definition.watchOperations !== undefined && (era === 'legacy' || transport !== 'http'))
        toolNews.follow(server);
      return server;
    },
    ...refusals(settings, log),
    onToolsChanged: (listener) => toolNews.listen(listener),
    headerDeclarations: headerDeclarationsOf(settings),
  };
}

function handlerTable(parts: HandlerParts): HandlerTable {
  return {
    ...toolHandlers(parts),
    ...taskHandlers(parts),
    ...resourceHandlers(parts),
    ...skillHandlers(parts),
    ...promptHandlers(parts),
    ...completionHandlers(parts),
  };
}
