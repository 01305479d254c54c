/** Where a question is put and answered; undefined when it is taken back. */
export interface Questioner {
  show(text: string): void;
  question(text: string): Promise<string | undefined>;
  /** A person is asked about one thing after another, however many ask at the same time. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function questioner({ show, question }: Omit<Questioner, 'alone'>): Questioner {
  let before: Promise<unknown> = Promise.resolve();
  return {
    show,
    question,
    alone(work) {
      const mine = before.then(work);
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}
