import type { CommanderError } from 'commander';
import { Fault } from '../fault.js';

/** What commander has to say, as a fault. It already knows what was probably meant. */
export function usageFault({ message, code }: CommanderError, path: string, kind: string): Fault {
  if (code === 'commander.help') return new Fault(kind, 'No command was given.', { suggestion: helpOf(path) });
  const [, meant] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const text = message.replace(/^error: /, '').split('\n')[0] ?? message;
  return new Fault(kind, `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`, {
    suggestion: meant === undefined ? helpOf(path) : `Did you mean ${meant}?`,
  });
}

/** The help of the command at hand names its words; that of its program would only name the command. */
function helpOf(path: string): string {
  return `Run ${path} --help to see what there is.`;
}
