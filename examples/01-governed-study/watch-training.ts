/** Listens to what cobre reaches while it trains the changed study, as the console does. */
export interface TrainingWatcher {
  /** How many trainings began, and how many of them ended. */
  trainings(): number;
  ended(): number;
  /** The iteration the latest training has reached. */
  iterations(): number;
  stop(): void;
}

interface News {
  readonly kind: string;
  readonly case_dir: string;
  readonly iteration?: number;
}

export async function watchTraining(url: string, key: string): Promise<TrainingWatcher> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/console/training`, { headers, signal: stop.signal });
  let [begun, ended, reached] = [0, 0, 0];
  const take = ({ kind, case_dir, iteration = 0 }: News) => {
    if (!case_dir.endsWith('valley-raised-dam')) return;
    if (kind === 'began') [begun, reached] = [begun + 1, 0];
    if (kind === 'iteration') reached = iteration;
    if (kind === 'ended') ended += 1;
  };
  // It ends when it is stopped, or with the server.
  newsOf(response, take).catch(() => {});
  return { trainings: () => begun, ended: () => ended, iterations: () => reached, stop: () => stop.abort() };
}

async function newsOf(response: Response, take: (news: News) => void): Promise<void> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const whole = text.lastIndexOf('\n\n') + 2;
    for (const [, news = ''] of text.slice(0, whole).matchAll(/^data: (.*)$/gm)) take(JSON.parse(news) as News);
    text = text.slice(whole);
  }
}
