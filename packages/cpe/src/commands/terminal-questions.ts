import type { CliWorld } from './cli-world.js';
import { type Questioner, questioner } from './questioner.js';

/** Whoever sits at the terminal of a command, or nobody. What is on the line is ended before something is asked. */
export function questionerOn({ question, err, signal: turn }: CliWorld, endLine = () => {}): Questioner | undefined {
  if (question === undefined) return undefined;
  const show = (text: string): void => {
    endLine();
    err(text);
  };
  return questioner({ show, question: (text, signal) => question(text, signal ?? turn), turn: () => turn });
}
