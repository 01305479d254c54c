import { Fault } from '../faults.js';

const MOST_JUNK = 200;

/** A fault of connecting in words that name the server, with what cpe knows to help. Anything else rises as it is. */
export function connectFailure(name: string, error: unknown): unknown {
  if (!(error instanceof Fault)) return error;
  const { kind, context } = error;
  const message = names(error.message, name) ? error.message : `The handshake with ${name} failed: ${error.message}`;
  const advice = [loginAdvice(name, error), junkAdvice(context)].filter((each) => each !== undefined);
  if (advice.length === 0 && message === error.message) return error;
  const suggestion = [...advice, ...(error.suggestion === undefined ? [] : [error.suggestion])].join('\n');
  return new Fault(kind, message, { context, cause: error, ...(suggestion === '' ? {} : { suggestion }) });
}

/** As a word of its own: a server may be called `s`. */
function names(message: string, name: string): boolean {
  return message.split(/[^A-Za-z0-9_.-]+/).some((word) => word === name || word === `${name}.`);
}

function loginAdvice(name: string, { kind }: Fault): string | undefined {
  return kind === 'Unauthorized' ? `Log in with cpe mcp login ${name}, or:` : undefined;
}

/** A server that answers in a form of its own, or logs to the wrong place, looks silent otherwise. */
function junkAdvice({ firstJunkLine }: Fault['context']): string | undefined {
  if (typeof firstJunkLine !== 'string') return undefined;
  return `It wrote to stdout what is not MCP: ${JSON.stringify(firstJunkLine.slice(0, MOST_JUNK))}`;
}
