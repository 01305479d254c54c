/** The simulation of a run: scenarios through the policy it trained, or through one that was stored. */
import { type SimulationTimes, SimulationWriter } from '../../results/index.js';
import { pathsOf, type SimulationSummary, simulatePolicy } from '../../simulation/index.js';
import { computing, type RunContext } from './run-context.js';
import type { SimulationRecord } from './run-result.js';
import { storedPolicy } from './stored-policy.js';
import type { TrainedRun } from './train-case.js';

export async function simulateCase(context: RunContext, trained: TrainedRun | undefined) {
  const { study, output, options, now, date } = context;
  const policy = trained?.policy ?? (await storedPolicy(context));
  const started = now();
  const startedAt = date().toISOString();
  const writer = await SimulationWriter.begin(output, {
    study,
    scenarios: pathsOf(study, context.stochastic)?.count ?? study.settings.simulation.numScenarios,
  });
  const scenarios = simulatePolicy(study, context.stochastic, policy, {
    ...computing(context),
    ...(options.onEvent ? { onEvent: options.onEvent } : {}),
    ...(trained ? { problem: trained.problem } : {}),
  });
  const { summary, files } = await written(context, scenarios, writer, (threads) => ({
    startedAt,
    completedAt: date().toISOString(),
    durationSeconds: (now() - started) / 1000,
    threads,
    hosts: context.remote?.hosts() ?? null,
  }));
  const record: SimulationRecord = {
    scenarios: summary.completed,
    mean_cost: summary.meanCost,
    std_cost: summary.stdCost,
    output_files: [...files],
    wall_time_ms: Math.round(now() - started),
  };
  return { ...summary, record };
}

async function written(
  { identity }: RunContext,
  scenarios: ReturnType<typeof simulatePolicy>,
  writer: SimulationWriter,
  times: (threads: number) => SimulationTimes,
): Promise<{ summary: SimulationSummary; files: readonly string[] }> {
  try {
    let step = await scenarios.next();
    while (!step.done) {
      await writer.take(step.value);
      step = await scenarios.next();
    }
    const summary = step.value;
    return { summary, files: await writer.finish(summary, times(summary.threads), identity) };
  } catch (cause) {
    // Ends the threads of the simulation as well.
    await scenarios.return(undefined as never).catch(() => {});
    await writer.abandon();
    throw cause;
  }
}
