import type { CreateMessageRequest, ElicitRequest } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import type { ServerRequestHandlers } from '../config/options.js';

/** Answers to the questions of a task, by the handlers that answer such questions anywhere else. */
export async function answerQuestions(
  questions: readonly [string, unknown][],
  handlers: ServerRequestHandlers,
  signal: AbortSignal,
): Promise<JsonObject> {
  const answers: [key: string, answer: unknown][] = [];
  for (const [key, request] of questions) {
    const answer = isObject(request) ? await answerTo(request, handlers, signal) : undefined;
    if (answer !== undefined) answers.push([key, answer]);
  }
  return Object.fromEntries(answers);
}

/** Undefined where nobody can answer; a form that nobody sees is cancelled, as a person would. */
async function answerTo(
  { method, params }: JsonObject,
  { elicitation, sampling, roots }: ServerRequestHandlers,
  signal: AbortSignal,
): Promise<unknown> {
  if (method === 'elicitation/create') {
    return elicitation === undefined
      ? { action: 'cancel' }
      : await elicitation(params as ElicitRequest['params'], signal);
  }
  if (method === 'sampling/createMessage') return sampling?.(params as CreateMessageRequest['params'], signal);
  return method === 'roots/list' && roots !== undefined ? { roots: await roots() } : undefined;
}
