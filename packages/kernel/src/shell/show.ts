import { explanationOf } from '../explained/index.js';
import { redactText } from '../redact/index.js';
import type { Answer, ToldFault } from './answer.js';
import { colors } from './colours.js';
import { envelope, explained } from './envelope.js';
import { exitCodes } from './exit-codes.js';
import type { Io } from './io.js';
import { plainJson, plainText } from './plain-text.js';
import type { Program } from './program.js';
import { render } from './render.js';

/** Shows the answer of a command in the wanted form and gives its exit code. */
export async function show(program: Program, io: Io, command: string, answer: Answer): Promise<number> {
  const result = envelope(program, command, answer);
  if (io.format === 'json') await io.print(`${plainJson(result, 2)}\n`);
  else if (io.format === 'json-lines') await io.print(`${plainJson({ type: 'result', ...result })}\n`);
  else if (io.format === 'data') await showData(program, io, answer);
  else await showToPeople(program, io, answer);
  return result.exit_code;
}

/** The bare data, and what is wrong as one line of JSON each on stderr. */
async function showData({ bareForm }: Program, io: Io, answer: Answer): Promise<void> {
  if (bareForm !== undefined) return void (await io.print(`${plainJson(bareForm(answer))}\n`));
  const { data, perLine, errors = [], warnings = [] } = answer;
  for (const error of errors) io.note(redactText(`${plainJson({ error: explained(error) })}\n`));
  for (const warning of warnings) io.note(redactText(`${plainJson({ warning })}\n`));
  if (data === undefined || data === null) return;
  const texts = perLine && Array.isArray(data) ? data.map((one) => plainJson(one)) : [plainJson(data, 2)];
  for (const text of texts) await io.print(`${text}\n`);
}

async function showToPeople({ showsKinds }: Program, io: Io, answer: Answer): Promise<void> {
  const { errors = [], warnings = [], data, summary, details, exitCode = exitCodes.ok, verbatim } = answer;
  for (const error of errors) io.note(redactText(problemText(error, showsKinds)));
  // Programs and logs have the kind; somebody at a terminal is shown the way.
  const kinds = io.live ? new Set(errors.map(({ kind }) => kind)) : [];
  for (const kind of kinds) io.note(colors.dim(`${explanationOf(plainText(kind))}\n`));
  for (const { kind, message } of warnings)
    io.note(redactText(`${colors.yellow('warning:')} ${plainText(message)}${showsKinds ? ` [${kind}]` : ''}\n`));
  if (details !== undefined && !io.quiet) await io.print(verbatim ? details() : line(details()));
  // A failure has been explained above; its summary would only say it again.
  if (summary !== undefined && (exitCode === exitCodes.ok || details !== undefined)) await io.print(line(summary));
  if (summary === undefined && details === undefined && data !== null && data !== undefined)
    await io.print(line(typeof data === 'string' ? data : render(data)));
}

/** What happened, then what to try; a bug of ours shows where it happened. */
export function problemText({ message, context, suggestion, kind }: ToldFault, showsKind = false): string {
  const what = kind === 'InternalError' && typeof context.stack === 'string' ? context.stack : message;
  const advice = suggestion === null ? '' : `${suggestion}\n`;
  // What others wrote must not be able to steer the terminal of whoever reads it.
  const text = plainText(`${what}${showsKind ? ` [${kind}]` : ''}\n${fieldLines(context.errors)}${advice}`);
  // A message that begins with its place is one that editors jump to.
  return /^\S+:\d+:\d+ /.test(text) ? text : `${colors.red('error:')} ${text}`;
}

/** Problems by field, as the REST API tells them. */
function fieldLines(errors: unknown): string {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return '';
  return Object.entries(errors)
    .map(([field, problems]) => `  ${field}: ${[problems].flat().join('; ')}\n`)
    .join('');
}

function line(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
