/**
 * A question to the person behind a caller, before something they might regret. A caller that can put it to nobody is not
 * asked, and the call then does what it does without this.
 */
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { isObject } from '../essentials/is-object.js';
import type { ClientChannel } from './operation-context.js';

export interface ConsentQuestion {
  /** Tells the answer from those to other questions of the same call. */
  readonly key: string;
  /** What will happen, to what. */
  readonly message: string;
  /** What a tick means: "Replace them". */
  readonly yes: string;
}

export type Consent = 'given' | 'refused' | 'not asked';

/** What the person says; the outcome to return from the operation while they have not been asked yet. */
export function consentOf(client: ClientChannel, question: ConsentQuestion): Consent | InputRequiredResult {
  if (!canBeAsked(client)) return 'not asked';
  const answer = client.inputResponses?.[question.key];
  return answer === undefined ? asked(question) : meaningOf(answer);
}

/** Whether there is anybody to ask. Before there were kinds of questions, every client that was asked showed a form. */
export function canBeAsked({ capabilities }: ClientChannel): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function asked({ key, message, yes }: ConsentQuestion): InputRequiredResult {
  const agreed = { type: 'boolean', title: yes, default: true } as const;
  const requestedSchema = { type: 'object', properties: { agreed } } as const;
  const request = { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } as const;
  return { resultType: 'input_required', inputRequests: { [key]: request } };
}

/** Answers come from outside: only a clear yes is one, and a form sent off as it stood is. */
function meaningOf(answer: unknown): Consent {
  if (!isObject(answer) || answer.action !== 'accept') return 'refused';
  const { agreed = true } = isObject(answer.content) ? answer.content : {};
  return agreed === true ? 'given' : 'refused';
}
