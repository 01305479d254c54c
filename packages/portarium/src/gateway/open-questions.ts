import type { Elicitation } from './tool-source.js';

type Answer = Awaited<ReturnType<Elicitation>>;

/** What a server asks in the middle of a call, in the words of the protocol. */
export interface Question {
  readonly key: string;
  readonly params: Parameters<Elicitation>[0];
}

interface OpenQuestion extends Question {
  readonly answer: (answer: Answer) => void;
}

/** Nobody keeps a form open for longer than servers wait. */
const longestMs = 600_000;

/** Questions that callers have been asked and have not answered yet, by the run they belong to. */
export class OpenQuestions {
  readonly #byRun = new Map<string, OpenQuestion>();
  #asked = 0;

  of(runId: string): Question | undefined {
    return this.#byRun.get(runId);
  }

  /** Resolves with what the caller answers; whoever gives up meanwhile has cancelled. */
  ask(runId: string, params: Question['params'], signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      const over = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
      const end = (answer: Answer): void => {
        if (this.#byRun.get(runId) === question) this.#byRun.delete(runId);
        over.removeEventListener('abort', cancel);
        resolve(answer);
      };
      const cancel = (): void => end({ action: 'cancel' });
      this.#asked += 1;
      const question: OpenQuestion = { key: `question-${this.#asked}`, params, answer: end };
      this.#byRun.set(runId, question);
      over.addEventListener('abort', cancel, { once: true });
    });
  }

  /** What came back with a repeated call; only the question that is open is answered. */
  answered(runId: string, responses: Readonly<Record<string, unknown>> | undefined): void {
    const question = this.#byRun.get(runId);
    const response = question === undefined ? undefined : responses?.[question.key];
    if (response !== undefined) question?.answer(response as Answer);
  }
}
