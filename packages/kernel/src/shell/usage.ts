import type { CommanderError } from 'commander';
import { Fault } from '../fault.js';

/** What commander has to say, as a fault. It already knows what was probably meant. */
export function usageFault({ message, code }: CommanderError, program: string, kind: string): Fault {
  if (code === 'commander.help') return new Fault(kind, 'No command was given.', { suggestion: helpOf(program) });
  const [, meant] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const text = message.replace(/^error: /, '').split('\n')[0] ?? message;
  return new Fault(kind, `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`, {
    suggestion: meant === undefined ? helpOf(program) : `Did you mean ${meant}?`,
  });
}

function helpOf(program: string): string {
  return `Run ${program} --help to see what there is.`;
}
