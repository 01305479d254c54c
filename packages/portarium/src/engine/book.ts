import { type EvidenceActor, type EvidenceDraft, engineActor } from '../domain/evidence.js';
import type { RunId } from '../domain/ids.js';
import { moveRun, type Run, type RunStatus } from '../domain/run.js';
import { moveStep, type Standing, type Step, type StepHistory, stepIdOf, type Turns } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import type { Action } from '../domain/workflow.js';
import { notFound } from '../faults.js';
import { openWorkItem } from '../steps/open-work-item.js';
import { orderedActions } from './graph.js';
import { keepTurns, seqOf, stepsAtHand } from './members.js';
import type { RunKey } from './workflow-context.js';

type Question = Parameters<typeof openWorkItem>[3];

/**
 * A run with its steps inside one transaction. Changes are gathered here and written once, by `save`. Of the members of a
 * list only those are here that can change now; `members.ts` brings others when they are needed.
 */
export class RunBook {
  readonly tx: Tx;
  readonly actions: readonly Action[];
  /** Runs that steps of this one started in this transaction. */
  readonly children: RunKey[] = [];
  #run: Run;
  readonly #steps: Map<string, Step>;
  readonly #changed = new Set<string>();
  #runChanged = false;
  readonly #questions: { readonly stepId: string; readonly fields: Question }[] = [];
  /** There is more to do than one transaction should; another one goes on at once. */
  hasMore = false;

  private constructor(tx: Tx, run: Run, steps: readonly Step[]) {
    this.tx = tx;
    this.#run = run;
    this.#steps = new Map(steps.map((step) => [step.stepId, step]));
    this.actions = orderedActions(run.definition);
  }

  static async open(tx: Tx, runId: RunId): Promise<RunBook> {
    const run = await tx.runs.get(runId);
    if (run === undefined) throw notFound('run', runId);
    return new RunBook(tx, run, await stepsAtHand(tx, run));
  }

  /** A run that is not in the database yet. */
  static begin(tx: Tx, run: Run): RunBook {
    const book = new RunBook(tx, run, []);
    book.#runChanged = true;
    for (const [i, { actionId, operation }] of book.actions.entries()) {
      const { workspaceId, runId } = run;
      const seq = seqOf(i);
      book.#put({
        workspaceId,
        runId,
        stepId: stepIdOf(actionId),
        actionId,
        seq,
        operation,
        state: 'Pending',
        attempts: [],
        tries: 0,
      });
    }
    return book;
  }

  get run(): Run {
    return this.#run;
  }

  get steps(): readonly Step[] {
    return [...this.#steps.values()].sort((a, b) => a.seq - b.seq);
  }

  step(stepId: string): Step {
    const step = this.#steps.get(stepId);
    if (step === undefined) throw notFound('step', stepId);
    return step;
  }

  find(stepId: string): Step | undefined {
    return this.#steps.get(stepId);
  }

  members(actionId: string): readonly Step[] {
    return this.steps.filter((step) => step.actionId === actionId && step.item !== undefined);
  }

  action(actionId: string): Action {
    const action = this.actions.find((candidate) => candidate.actionId === actionId);
    if (action === undefined) throw notFound('action', actionId);
    return action;
  }

  /** One step for each member of a list, behind the step that has the list. */
  addMembers({ workspaceId, runId, actionId, operation, seq }: Step, values: readonly unknown[], from: number): void {
    const fresh = { workspaceId, runId, actionId, operation, state: 'Pending', attempts: [], tries: 0 } as const;
    for (const [i, value] of values.entries()) {
      const index = from + i;
      this.#put({ ...fresh, stepId: stepIdOf(actionId, index), seq: seq + index + 1, item: { index, value } });
    }
  }

  /** Steps that were read after the book was opened. What has been changed here stays as it is here. */
  bring(steps: readonly Step[]): void {
    for (const step of steps) if (!this.#steps.has(step.stepId)) this.#steps.set(step.stepId, step);
  }

  /** Where a step stands from now on, and what is to be remembered of it. */
  move(stepId: string, to: Standing, also?: Partial<StepHistory>): Step {
    return this.#put(moveStep(this.step(stepId), to, also));
  }

  /** How far the members of a list are. */
  setTurns(stepId: string, turns: Turns): void {
    const step = this.step(stepId);
    if (step.state === 'Running') this.#put({ ...step, turns });
  }

  /** Something more that is known about a step, which stays where it is. */
  note(stepId: string, also: Partial<StepHistory>): Step {
    return this.#put({ ...this.step(stepId), ...also });
  }

  #put(step: Step): Step {
    this.#steps.set(step.stepId, step);
    this.#changed.add(step.stepId);
    return step;
  }

  changeRun(fields: { readonly [Key in keyof Run]?: Run[Key] | undefined }): void {
    this.#run = defined({ ...this.#run, ...fields }) as Run;
    this.#runChanged = true;
  }

  moveRun(status: RunStatus): boolean {
    const moved = moveRun(this.#run, status);
    if (moved === this.#run) return false;
    this.#run = moved;
    this.#runChanged = true;
    return true;
  }

  /** Something stands still until a person has done something about it; nothing else is begun meanwhile. */
  get isBlocked(): boolean {
    const { stopped } = this.#run;
    return stopped !== undefined || this.steps.some(({ state }) => state === 'UnknownOutcome' || state === 'Blocked');
  }

  /** Calls that have left, or are about to, and have no outcome yet. */
  get inFlight(): readonly Step[] {
    return this.steps.filter(
      (step) => step.state === 'Running' && step.attempts.at(-1)?.outcomeAt === undefined && step.attempts.length > 0,
    );
  }

  evidence(draft: Omit<EvidenceDraft, 'actor' | 'runId' | 'correlationId'> & { readonly actor?: EvidenceActor }): void {
    const { runId, correlationId } = this.#run;
    this.tx.evidence({ actor: engineActor, runId, correlationId, ...draft });
  }

  emit(type: string, data: Readonly<Record<string, unknown>>, actionId?: string): void {
    const { runId, correlationId } = this.#run;
    const subject = `runs/${runId}`;
    this.tx.emit({
      type,
      subject,
      correlationId,
      runId,
      ...(actionId === undefined ? {} : { actionId }),
      data: { runId, ...data },
    });
  }

  /** Opens a work item about a step when the book is written. */
  askPerson(stepId: string, fields: Question): void {
    this.#questions.push({ stepId, fields });
  }

  async save(): Promise<void> {
    keepTurns(this);
    for (const { stepId, fields } of this.#questions.splice(0))
      await openWorkItem(this.tx, this.#run, this.step(stepId), fields);
    for (const stepId of this.#changed) await this.tx.steps.put(this.step(stepId));
    if (this.#runChanged || this.#changed.size > 0) await this.tx.runs.put({ ...this.#run, rev: this.#run.rev + 1 });
    this.#changed.clear();
    this.#runChanged = false;
  }
}

/** Fields set to undefined are taken away, so that a document says only what is so. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
