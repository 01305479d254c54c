import type { SessionWishes } from '../agent/agent-session.js';
import { approvalAsker } from './ask-approval.js';
import { personAt } from './ask-person.js';
import type { CommandOptions } from './command.js';
import { approvalMode } from './prompt-options.js';
import type { Questioner } from './questioner.js';

export type SessionQuestions = Pick<SessionWishes, 'approval' | 'person'>;

/** Everything a session may ask the person for: what calls may do, and what servers want to know. */
export function sessionQuestions(options: CommandOptions, asked: Questioner | undefined): SessionQuestions {
  const mode = approvalMode(options);
  if (asked === undefined) return { approval: { mode } };
  return { approval: { mode, ask: approvalAsker(asked) }, person: personAt(asked) };
}
