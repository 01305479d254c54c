import {
  type AgentApp,
  type AgentContext,
  agent,
  type ClientCapabilities,
  type LoadSessionRequest,
  methods,
  type NewSessionRequest,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { machineWorld } from '../../agent/agent-world.js';
import { loadConfig } from '../../config/load.js';
import { Fault } from '../../faults.js';
import { CLIENT_INFO } from '../../host/client-identity.js';
import type { CommandContext } from '../command.js';
import { openConversation } from '../open-conversation.js';
import { MAX_STEPS, numberOption } from '../prompt-options.js';
import { withSession } from '../with-session.js';
import { AcpSession } from './acp-session.js';
import { questionsTo } from './ask-editor.js';
import { withEditorServers } from './editor-servers.js';
import { readRecord, records, type SessionRecord } from './session-records.js';

interface OpenSession {
  readonly session: AcpSession;
  close(): Promise<void>;
}

/** The agent behind one connection of an editor, with as many sessions as it opens. */
export function agentFor(context: CommandContext): { readonly app: AgentApp; close(): Promise<void> } {
  const sessions = new Map<string, OpenSession>();
  let capabilities: ClientCapabilities = {};
  const known = (sessionId: string): OpenSession => {
    const found = sessions.get(sessionId);
    if (found === undefined) throw RequestError.invalidParams({ sessionId }, 'There is no such session.');
    return found;
  };
  const leave = async (sessionId: string): Promise<void> => {
    const open = sessions.get(sessionId);
    sessions.delete(sessionId);
    await open?.close();
  };
  const start = async (request: NewSessionRequest, client: AgentContext, past?: SessionRecord): Promise<string> => {
    const opened = await told(open(context, request, client, capabilities, past));
    sessions.set(opened.sessionId, opened);
    return opened.sessionId;
  };
  const app = agent({ name: CLIENT_INFO.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: CLIENT_INFO.name, version: CLIENT_INFO.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: true, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, close: {} },
        },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const sessionId = await start(params, client);
      return { sessionId, configOptions: known(sessionId).session.options() };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      pastOf(params);
      // Two sessions that go on with one conversation would write over each other; what the first one said last counts.
      await leave(params.sessionId);
      const sessionId = await start(params, client, pastOf(params));
      const { session } = known(sessionId);
      await session.replay();
      return { configOptions: session.options() };
    })
    .onRequest(methods.agent.session.list, ({ params }) => {
      const cwd = params.cwd ?? context.world.cwd;
      const listed = records(cwd).map(({ sessionId, title, updatedAt }) => ({ sessionId, cwd, title, updatedAt }));
      return { sessions: listed };
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => {
      const { session } = known(params.sessionId);
      if (params.configId !== 'model') throw RequestError.invalidParams({ configId: params.configId });
      await told(session.useModel(String(params.value)));
      return { configOptions: session.options() };
    })
    .onRequest(methods.agent.session.prompt, async ({ params }) => {
      const { session } = known(params.sessionId);
      if (session.isBusy) throw RequestError.invalidRequest(undefined, 'The session answers another prompt.');
      return { stopReason: await told(session.prompt(params)) };
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      known(params.sessionId);
      await leave(params.sessionId);
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.session.cancel());
  return {
    app,
    close: async () => void (await Promise.all([...sessions.values()].map((each) => each.close()))),
  };
}

function pastOf({ cwd, sessionId }: LoadSessionRequest): SessionRecord {
  const record = readRecord(cwd, sessionId);
  if (record === undefined) throw RequestError.invalidParams({ sessionId }, 'There is no such session.');
  return record;
}

/** Opens a session in the folder of the editor; it stays open until it is closed. */
async function open(
  context: CommandContext,
  { cwd, mcpServers }: NewSessionRequest,
  client: AgentContext,
  capabilities: ClientCapabilities,
  past: SessionRecord | undefined,
): Promise<OpenSession & { readonly sessionId: string }> {
  const cli = { ...context.world, cwd };
  const here: CommandContext = { ...context, world: cli };
  const world = machineWorld(cli);
  const sessionId = past?.sessionId ?? world.newId();
  const loaded = withEditorServers(loadConfig(cli, context.options.config), cwd, mcpServers);
  const conversation = openConversation(past === undefined ? { new: true } : { continue: past.last }, world);
  let session: AcpSession | undefined;
  const early: string[] = [];
  const onNotice = (words: string): void => (session === undefined ? void early.push(words) : session.notice(words));
  const callOf: AcpSession['callOf'] = (tool, args) => session?.callOf(tool, args);
  const questions = questionsTo({ client, sessionId, capabilities, callOf, newId: world.newId });
  return new Promise((resolve, reject) => {
    let close: () => void = () => undefined;
    const closing = new Promise<void>((done) => {
      close = done;
    });
    const ended = withSession(
      here,
      world,
      { ...questions, goesOn: true, onNotice },
      async (opened, meter) => {
        const maxSteps = numberOption(context.options, 'maxSteps') ?? MAX_STEPS;
        const title = past?.title ?? '';
        const showsNotices = capabilities.session?.notices != null;
        const setup = { sessionId, session: opened, conversation, client, world, maxSteps, title, meter, showsNotices };
        session = new AcpSession(setup);
        for (const words of early) session.notice(words);
        resolve({ sessionId, session, close: () => left(session) });
        await closing;
      },
      loaded,
    );
    const left = async (open: AcpSession | undefined): Promise<void> => {
      open?.cancel();
      close();
      await ended;
      await open?.idle();
    };
    ended.catch(reject);
  });
}

/** A fault in the words of the protocol; the editor shows the message. */
async function told<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { kind, message, suggestion } = error;
    throw new RequestError(-32_603, suggestion === undefined ? message : `${message} ${suggestion}`, { kind });
  }
}
