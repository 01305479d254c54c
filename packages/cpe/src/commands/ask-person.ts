import { attempt } from '@quadrivium/kernel/essentials';
import { plainLine, plainText } from '@quadrivium/kernel/shell';
import type { ElicitAnswer, ElicitRequest, Person, SamplingRequest } from '../agent/server-requests/handlers.js';
import { type FormField, fieldsOf, typedValue } from './form-fields.js';
import type { Asking, Questioner } from './questioner.js';

/** The person at the terminal, as servers may ask them. */
export function personAt(asked: Questioner): Person {
  return {
    fillIn: (server, request, signal) =>
      asked.alone((asking) => fillIn(server, request, asking), { from: server, signal }),
    allowsSampling: (server, request, signal) =>
      asked.alone((asking) => allows(server, request, asking), { from: server, signal }),
  };
}

async function fillIn(server: string, request: ElicitRequest, asked: Asking): Promise<ElicitAnswer> {
  asked.show(`? ${plainLine(server)} asks: ${plainText(request.message)}\n`);
  if (request.mode === 'url') return visit(request.url, asked);
  const content: [name: string, value: string | number | boolean | string[]][] = [];
  for (const field of fieldsOf(request.requestedSchema)) {
    const given = await fieldValue(field, asked);
    if (given.action !== 'accept') return { action: given.action };
    if (given.value !== undefined) content.push([field.name, given.value]);
  }
  const sent = await asked.question(`send this to ${plainLine(server)}? [y]es, [n]o: `);
  if (sent === undefined) return { action: 'cancel' };
  return isYes(sent) ? { action: 'accept', content: Object.fromEntries(content) } : { action: 'decline' };
}

/** The page is for the user's own browser: what is typed there is none of our business, nor of the model's. */
async function visit(url: string, asked: Asking): Promise<ElicitAnswer> {
  asked.show(`  it wants you to visit ${hostOf(url)}, at\n  ${plainLine(url)}\n`);
  const answer = await asked.question('open it in a browser, then: [y]es, go on, [n]o: ');
  if (answer === undefined) return { action: 'cancel' };
  return { action: isYes(answer) ? 'accept' : 'decline' };
}

function hostOf(url: string): string {
  return attempt(() => new URL(url).host, 'an address that is none');
}

type Given =
  | { readonly action: 'accept'; readonly value: string | number | boolean | string[] | undefined }
  | { readonly action: 'decline' | 'cancel' };

async function fieldValue(field: FormField, asked: Asking): Promise<Given> {
  for (;;) {
    const answer = await asked.question(`  ${field.question}: `);
    if (answer === undefined) return { action: 'cancel' };
    const value = typedValue(field, answer.trim());
    if (!('problem' in value)) return { action: 'accept', value: value.value };
    asked.show(`  ${value.problem}; Ctrl-C gives no answer\n`);
  }
}

async function allows(server: string, request: SamplingRequest, asked: Asking): Promise<boolean> {
  const said = request.messages.map(({ content }) => JSON.stringify(content)).join('\n  ');
  asked.show(`? ${plainLine(server)} wants the model to answer:\n  ${plainText(said)}\n`);
  const answer = await asked.question(`let it, with up to ${request.maxTokens} tokens? [y]es, [n]o: `);
  return answer !== undefined && isYes(answer);
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}
