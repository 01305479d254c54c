import type { CareerAnswers, CareerQuestions } from '@quadrivium/career/answers';
import type { CobreAnswers, CobreQuestions } from '@quadrivium/cobre/answers';
import { type CallOptions, resultOf } from './mcp.js';

/** Calls of a server by name, typed as its operations declare themselves. */
function callsOf<Questions, Answers extends Record<keyof Questions, unknown>>(server: string) {
  return <Name extends keyof Questions & string>(
    name: Name,
    args: Questions[Name],
    options?: CallOptions,
  ): Promise<Answers[Name]> => resultOf(server, name, args, options);
}

export const career = callsOf<CareerQuestions, CareerAnswers>('career');
export const cobre = callsOf<CobreQuestions, CobreAnswers>('cobre');
