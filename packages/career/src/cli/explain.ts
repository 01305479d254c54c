/** Failures for whoever sits at a terminal, or for the program that called: kind, message, what to try, exit code. */
import { Fault, redactText } from '@quadrivium/kernel';
import { exitCodeOf, exitCodes } from '@quadrivium/kernel/shell';
import { CommanderError } from 'commander';
import * as z from 'zod';
import { dashed } from './option-names.js';

export interface Explained {
  readonly text: string;
  readonly code: number;
}

export function explained(error: unknown, json: boolean, toolNames: readonly string[]): Explained {
  const fault = faultOf(error);
  if (fault === undefined) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const record = { kind: 'INTERNAL', message: error instanceof Error ? error.message : String(error), context: {} };
    return { text: redactText(json ? asJson(record) : `${stack}\n`), code: exitCodes.failed };
  }
  const { kind, message, context, suggestion } = fault;
  const hint = suggestion === undefined ? undefined : inCommands(suggestion, toolNames);
  const said = inCommands(message, toolNames);
  const lines = [`error: ${said} [${kind}]`, ...(hint === undefined ? [] : [hint])];
  const record = { kind, message: said, context, ...(hint === undefined ? {} : { suggestion: hint }) };
  return { text: redactText(json ? asJson(record) : `${lines.join('\n')}\n`), code: exitCodeOf(fault) };
}

function asJson(record: object): string {
  return `${JSON.stringify({ error: record })}\n`;
}

function faultOf(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error;
  if (error instanceof z.ZodError) return wrongArguments(error);
  if (error instanceof CommanderError) return wrongUse(error);
  return undefined;
}

function wrongArguments(error: z.ZodError): Fault {
  const problems = error.issues.map(({ path, message }) => {
    const [field, ...rest] = path.map(String);
    const place = rest.map((step) => `[${step}]`).join('');
    const said = message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => `--${dashed(name)}`);
    return field === undefined ? said : `--${dashed(field)}${place}: ${said}`;
  });
  return new Fault('INVALID_ARGUMENT', problems.join('; '), {
    context: { problems },
    suggestion: 'Add --help to the command to see what it takes.',
  });
}

function wrongUse({ message }: CommanderError): Fault {
  return new Fault('INVALID_ARGUMENT', message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '), {
    suggestion: 'career --help lists the commands, career <command> --help what one of them takes.',
  });
}

/** Services speak of tools; at a terminal a tool is a command. */
function inCommands(text: string, toolNames: readonly string[]): string {
  return toolNames.reduce(
    (said, name) => said.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `career ${dashed(name)}`),
    text,
  );
}
