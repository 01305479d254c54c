/** The MCP server as data; `bin/cobre-mcp.ts` serves it, and other compositions may. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerDefinition, svgIcon, toolErrorProfile } from '@quadrivium/kernel';
import { chartsUri } from './app/charts-page.js';
import { operations } from './operations/list.js';
import { isOfThisProcess } from './operations/operation.js';
import { fromDeckToAnswer } from './prompts/from-deck-to-answer-skill.js';
import { cobrePrompts } from './prompts/index.js';
import { runAStudy } from './prompts/run-a-study-skill.js';
import { operationApart, promptApart, resourceApart } from './reader/apart.js';
import { cobreResources } from './resources/index.js';
import { taskPort } from './service/runs/task-states.js';
import { type CobreServices, cobreServices } from './service/services.js';

export { listWorkers, type ServerView } from './distribution/coordinator/list-workers.js';
export type { NatsSettings } from './distribution/wire/server-settings.js';
export { requireNats, type WorkersSettings, workersFrom } from './distribution/workers-settings.js';
export { sandboxOptions, standardLimits } from './reader/limits.js';
export { Readers } from './reader/readers.js';
export { natsFlags, workersFlag } from './service/nats-flags.js';
export type { TrainingNews } from './service/runs/training-news.js';
export { type CobreServices, cobreServices } from './service/services.js';

const lists = {
  tools: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  prompts: { listChanged: false },
};

/** The seed fixes what clients of its time are told; later ones also learn that arguments can be completed. */
const seedRevisions = ['2024-11-05', '2025-03-26'];

const instructions = `Plans hydrothermal power systems: reads a case directory, trains a policy by SDDP, simulates it and answers questions about the results.

Start with cobre/inspect-case and cobre/validate. cobre/run trains and simulates; it needs --allow-write, may take minutes to hours, reports progress, and one run goes at a time. Then ask cobre/query-convergence (has it converged?), cobre/query-results and cobre/statistics (what happened?), cobre/inspect-policy and cobre/water-values (why?). cobre/create-case makes a case to begin with; cobre/import-newave reads an official deck. The prompts lead through a whole study.

Ask narrow questions: name entities, stages, columns and a limit, because whole tables are large. Bounds are in the case's currency; the upper bound of a sampled study is an estimate with a confidence interval, and says so.

It does not read or write outside the allowed directories, forecast demand or inflows beyond what a case says, or change a case's data unasked. What is not in an answer was not computed: do not guess numbers.`;

export function cobreServer(services: CobreServices = cobreServices()): ServerDefinition {
  return {
    name: 'cobre-mcp',
    version: '2.0.0',
    instructions,
    itemIcons: svgIcon('<path d="M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11Z"/>'),
    ...handlersOf(services),
    skills: [runAStudy, fromDeckToAnswer],
    app: services,
    tasks: taskPort(services.tasks),
    beforeStop: (graceMs) => Promise.race([endRuns(services, graceMs), sleep(graceMs, undefined, { ref: false })]),
    errorProfile: toolErrorProfile,
    writeRefusal: 'Write operations are disabled. Start the server with --allow-write to enable training and export.',
    capabilities: (revision) => (seedRevisions.includes(revision) ? lists : { ...lists, completions: {} }),
  };
}

/** Everything that reads files is answered by processes of its own, where the server has them. */
function handlersOf({
  engine,
  readers,
}: CobreServices): Pick<ServerDefinition, 'operations' | 'resources' | 'prompts'> {
  const [resources, prompts] = [cobreResources(engine), cobrePrompts(engine)];
  if (readers === undefined) return { operations, resources, prompts };
  return {
    operations: operations.map((each) => (isOfThisProcess(each) ? each : operationApart(readers, each))),
    resources: resources.map((each) => (each.uriTemplate === chartsUri ? each : resourceApart(readers, each))),
    prompts: prompts.map((each) => promptApart(readers, each)),
  };
}

/** Stops the run under way, waited for or not, and sees that everything about it is written, for which half of the grace is kept. */
export async function endRuns({ runner, tasks }: CobreServices, graceMs = 10_000): Promise<void> {
  await runner.stopAll(graceMs / 2);
  await tasks.settled();
}
