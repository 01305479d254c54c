/** What the rules of outreach refuse, said with names and days. */
import { dayInWords } from '../../parts/day.js';
import { troubleOf } from '../../wire/trouble.js';

export interface Person {
  readonly contact_id: string;
  readonly name: string;
}

/** The server names contacts by their ids; people have names. */
export function refusalInWords(message: string, until: string | undefined, { contact_id, name }: Person): string {
  const named = message.replaceAll(`Contact ${contact_id}`, name).replaceAll(contact_id, name);
  return `Refused: ${named}${until === undefined ? '' : ` Wait until ${dayInWords(until)}.`}`;
}

export function inPlainWords(error: unknown, person: Person): string {
  const { message, context } = troubleOf(error);
  return refusalInWords(message, untilIn(context), person);
}

/** The parts of a refusal stand in its context, or one level below in the data of a protocol error. */
function untilIn(context: unknown): string | undefined {
  const parts = context as { until?: unknown; context?: { until?: unknown } } | undefined;
  const until = parts?.until ?? parts?.context?.until;
  return typeof until === 'string' ? until : undefined;
}
