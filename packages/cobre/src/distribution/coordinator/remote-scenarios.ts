/** The scenarios of a simulation, played by workers elsewhere. */
import { Fault } from '@quadrivium/kernel/fault';
import type { SolverFactory } from '../../sddp/index.js';
import {
  type ScenarioInput,
  ScenarioSimulator,
  type ScenarioSolvers,
  type SimulatedScenario,
  type SimulationPlan,
} from '../../simulation/index.js';
import type { RemoteSession } from './session.js';

/** Scenarios that are under way for each thread, so that none waits while an answer is written. */
const atOnce = 3;

export class RemoteScenarios implements ScenarioSolvers {
  readonly #session: RemoteSession;
  readonly #plan: SimulationPlan;
  readonly #makeSolver: SolverFactory;
  readonly #places: readonly number[];

  /** Made when it turns out that nobody else is there. */
  #own: ScenarioSimulator | undefined;

  constructor(session: RemoteSession, plan: SimulationPlan, makeSolver: SolverFactory) {
    this.#session = session;
    this.#plan = plan;
    this.#makeSolver = makeSolver;
    this.#places = plan.problem.stages.map((_, place) => place);
  }

  get width(): number {
    return 1 + atOnce * this.#session.threads;
  }

  get worked(): number {
    return this.#session.worked;
  }

  async simulate(input: ScenarioInput): Promise<SimulatedScenario> {
    let found: SimulatedScenario | undefined;
    await this.#session.dispatcher.do({
      task: { type: 'scenario', ...input },
      places: this.#places,
      here: () => {
        this.#own ??= new ScenarioSimulator(this.#plan, this.#makeSolver);
        found = this.#own.simulate(input);
      },
      take: (answer) => {
        if (answer.type !== 'scenario' || answer.scenario !== input.scenario)
          throw new Fault('MpiError', 'A worker answered for another scenario.', {
            context: { scenario: input.scenario },
          });
        found = answer as SimulatedScenario;
      },
    });
    return found!;
  }

  async dispose(): Promise<void> {
    this.#session.close();
    this.#own?.dispose();
  }
}
