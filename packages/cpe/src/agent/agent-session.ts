import { join } from 'node:path';
import { parseDuration } from '../config/duration.js';
import type { LoadedConfig } from '../config/load.js';
import type { GenerationParams, ModelConfig } from '../config/schema.js';
import { LOCK_FILE } from '../host/lockfile.js';
import { removeOldResults } from '../host/old-results.js';
import { type HostOptions, openHost } from '../host/open-host.js';
import { fileResultStore } from '../host/result-store.js';
import type { ToolHost } from '../host/tool-host.js';
import type { AgentWorld } from './agent-world.js';
import { ApprovalGuard, type ApprovalWishes } from './approval/approval-guard.js';
import type { Generator, ModelFacts } from './generator.js';
import { retrying } from './model/retry.js';
import { factsOf, openGenerator } from './model/sdk-generator.js';
import { savedPrograms } from './programs/program-library.js';
import { programMode } from './programs/program-mode.js';
import { programTools, toolsNow } from './programs/program-tools.js';
import { resolveModel, resolveParams } from './resolve-model.js';
import { savingTo } from './saved-files.js';
import { type Person, requestHandlers } from './server-requests/handlers.js';
import { SessionNews } from './session-news.js';
import { skillsIn } from './skills/skill-folders.js';
import { loadSkillTool, type ShelfSkill, shelfOf, withSkills } from './skills/skill-shelf.js';
import { systemPrompt, withInstructions, withMissingServers } from './system-prompt.js';
import type { AgentTool } from './tools/agent-tool.js';
import { builtInTools } from './tools/built-in.js';
import { codeToolOf } from './tools/code-tool.js';
import { bothGuards, type ToolGuard } from './tools/guard.js';
import { hostTool } from './tools/host-tools.js';
import { liveTools } from './tools/live-tools.js';
import type { Presentation } from './tools/present.js';
import { type OfferLevel, offerTools, type Toolset } from './tools/toolset.js';

export interface SessionWishes {
  readonly model?: string;
  readonly params?: GenerationParams;
  readonly timeoutMs?: number;
  readonly host?: HostOptions;
  /** Refuses tools that differ from the lock file; otherwise a difference is a warning. */
  readonly frozen?: boolean;
  /** Looks at, or replaces, the model and the servers; for recordings. */
  readonly tap?: SessionTap;
  /** Changes every tool before it is offered; for previews. */
  readonly guard?: ToolGuard;
  /** Who is asked about calls that may change something, and what was said about them beforehand. */
  readonly approval?: ApprovalWishes;
  /** Who answers what servers ask; left out where there is nobody. */
  readonly person?: Person;
  /** Folders whose folders are skills, those that count more first. */
  readonly skillFolders?: readonly string[];
  /** The folder whose saved programs the model is offered; none when left out. */
  readonly programsIn?: string;
  /** There will be other questions, so that long calls may be put aside meanwhile. */
  readonly goesOn?: boolean;
  /** One line to the user. */
  readonly onNotice?: (notice: string) => void;
}

export interface SessionTap {
  generator(facts: ModelFacts, open: () => Promise<Generator>): Promise<Generator>;
  host(open: () => Promise<ToolHost>): Promise<ToolHost>;
}

const NO_TAP: SessionTap = { generator: (_, open) => open(), host: (open) => open() };

/** A model, the servers, and what the one is told about the other; open until closed. */
export interface AgentSession {
  readonly model: ModelConfig;
  /** The refs of all models that can be used. */
  readonly models: readonly string[];
  readonly generator: Generator;
  readonly host: ToolHost;
  readonly system: string | undefined;
  readonly params: GenerationParams;
  readonly presentation: Presentation;
  /** What can be loaded when it is wanted. */
  readonly skills: readonly ShelfSkill[];
  /** What happened while nobody asked. */
  readonly news: SessionNews;
  /** Tools as they are now, with `extra` ones that are always offered in full. */
  toolset(extra?: readonly AgentTool[]): Promise<Toolset>;
  /** The same servers with another model. */
  withModel(ref: string): Promise<AgentSession>;
  close(): Promise<void>;
}

const STEP_TIMEOUT_MS = 300_000;
/** Of the context window: what tool definitions may take, and what one result may take. */
const TOOL_SHARE = 0.2;
const RESULT_SHARE = 0.2;
const CHARS_PER_TOKEN = 4;
const LONGEST_RESULT = 100_000;

export async function openSession(
  loaded: LoadedConfig,
  world: AgentWorld,
  wishes: SessionWishes = {},
): Promise<AgentSession> {
  const { tap = NO_TAP } = wishes;
  const model = resolveModel(loaded.config, wishes.model, world.env);
  const chosen = await chooseModel(loaded, model, world, wishes);
  const inUse = { generator: chosen.generator };
  const news = new SessionNews((line) => wishes.onNotice?.(line));
  const results = join(world.cwd, '.cpe', 'results');
  void removeOldResults(results, world.now());
  const host = await tap.host(() =>
    openHost(loaded, {
      signal: world.signal,
      lock: { text: world.readText(join(loaded.folder, LOCK_FILE)), frozen: wishes.frozen === true },
      results: fileResultStore(results, world.newId),
      ...resultLimit(loaded, model),
      tasks: wishes.tap === undefined,
      onNews: news.add,
      handlers: (server) => requestHandlers(server, loaded, () => inUse.generator, wishes.person),
      ...wishes.host,
    }),
  );
  const approvals = new ApprovalGuard(loaded.config.approvals, wishes.approval);
  const guard = wishes.guard === undefined ? approvals : bothGuards(wishes.guard, approvals);
  const folders = skillsIn(wishes.skillFolders ?? [], (warning) => wishes.onNotice?.(warning));
  const skills = shelfOf(folders, (await host.skills?.()) ?? [], host);
  return sessionOver({ loaded, world, wishes, host, guard, inUse, skills, news }, chosen);
}

type ChosenModel = Awaited<ReturnType<typeof chooseModel>>;

async function chooseModel(loaded: LoadedConfig, model: ModelConfig, world: AgentWorld, wishes: SessionWishes) {
  const { tap = NO_TAP } = wishes;
  const system = systemPrompt(loaded, model, world.readText);
  const generator = await tap.generator(factsOf(model), () => openModel(loaded, model, world, wishes));
  return { model, generator, system };
}

interface SessionParts {
  readonly loaded: LoadedConfig;
  readonly world: AgentWorld;
  readonly wishes: SessionWishes;
  readonly host: ToolHost;
  readonly guard: ToolGuard;
  /** The model that answers servers is the one that is used now. */
  readonly inUse: { generator: Generator };
  readonly skills: readonly ShelfSkill[];
  readonly news: SessionNews;
}

/** The session as one model sees it; the servers are the same for all. */
function sessionOver(parts: SessionParts, { model, generator, system }: ChosenModel): AgentSession {
  const { loaded, world, wishes, host, guard, inUse, skills, news } = parts;
  const files = savingTo(join(world.cwd, '.cpe', 'files'), world.newId);
  const configured = model.codeMode ?? loaded.config.defaults.codeMode;
  const code = codeToolOf(host, {
    config: configured,
    contextWindow: model.context_window,
    policy: guard.policy,
    onNotice: wishes.onNotice,
    saveFile: files.named,
  });
  const { programsIn } = wishes;
  const warn = (warning: string): void => wishes.onNotice?.(warning);
  const library = programsIn === undefined ? [] : savedPrograms(programsIn, warn);
  // Made anew for each run, since tools may have changed; a model that has no code mode runs saved programs all the same.
  const mode = () => programMode(host, { configured, policy: guard.policy, saveFile: files.named });
  const saved = programTools(library, { mode, tools: (servers) => toolsNow(host, servers) }, warn);
  let level: OfferLevel = 'full';
  return {
    model,
    models: loaded.config.models.map(({ ref }) => ref),
    generator,
    host,
    skills,
    news,
    system: withSkills(
      withInstructions(withMissingServers(system, host.servers()), host.servers(), loaded.config),
      skills,
    ),
    params: resolveParams(loaded.config, model, wishes.params ?? {}),
    presentation: {
      modalities: factsOf(model).modalities,
      save: files.media,
    },
    async toolset(extra = []) {
      const changed = await host.refresh();
      const { direct, tool } = await code(changed);
      const tools = direct.map((each) => guard.tool(hostTool(host, each, wishes.goesOn === true), each));
      const builtIn = host.tools().length === 0 && tool === undefined ? [] : builtInTools(host);
      // No provider takes two tools of one name, and a server's tool is called by it.
      const programs = saved.filter(({ name }) => host.byProviderName(name) === undefined);
      const loading = skills.length === 0 ? [] : [loadSkillTool(skills)];
      const ours = [
        ...(tool === undefined ? [] : [tool]),
        ...builtIn,
        ...liveTools(host),
        ...loading,
        ...programs,
        ...extra,
      ];
      const set = offerTools(tools, ours, toolBudget(loaded, model));
      if (set.level !== level && set.level !== 'full') wishes.onNotice?.(steppedDown(set));
      level = set.level;
      return set;
    },
    async withModel(ref) {
      const other = await chooseModel(loaded, resolveModel(loaded.config, ref, world.env), world, wishes);
      inUse.generator = other.generator;
      return sessionOver(parts, other);
    },
    close: () => host.close(),
  };
}

function steppedDown({ level, tokens, fullTokens }: Toolset): string {
  return `tool definitions take ${tokens} tokens instead of ${fullTokens}, as ${level}, to fit the budget`;
}

async function openModel(
  { config }: LoadedConfig,
  model: ModelConfig,
  world: AgentWorld,
  { timeoutMs }: SessionWishes,
): Promise<Generator> {
  const usual = config.defaults.timeout === undefined ? undefined : parseDuration(config.defaults.timeout);
  const setup = { env: world.env, fetch: world.fetch, timeoutMs: timeoutMs ?? usual ?? STEP_TIMEOUT_MS };
  return retrying(await openGenerator(model, setup), world.sleep);
}

function toolBudget({ config }: LoadedConfig, { context_window: window }: ModelConfig): number {
  return config.defaults.toolBudget ?? (window === undefined ? Number.POSITIVE_INFINITY : window * TOOL_SHARE);
}

/** One result must not fill the window of the model. */
function resultLimit({ config }: LoadedConfig, { context_window: window }: ModelConfig): { charLimit?: number } {
  if (config.defaults.largeOutputCharLimit !== undefined || window === undefined) return {};
  return { charLimit: Math.min(LONGEST_RESULT, Math.floor(window * RESULT_SHARE * CHARS_PER_TOKEN)) };
}
