import { Fault } from '@quadrivium/kernel';
import { dashed } from '@quadrivium/kernel/shell';
import { careerOperations } from '../operations/list.js';

/** Services speak of tools and fields; at a terminal a tool is a command and a field an option. */
export function reworded(fault: Fault): Fault {
  const isWrongWord = fault.kind === 'InvalidArguments';
  const message = isWrongWord ? problems(fault).join('; ') : inCommands(fault.message);
  const suggestion = isWrongWord ? 'Add --help to the command to see what it takes.' : fault.suggestion;
  return new Fault(isWrongWord ? 'INVALID_ARGUMENT' : fault.kind, message, {
    context: fault.context,
    ...(suggestion === undefined ? {} : { suggestion: inCommands(suggestion) }),
    cause: fault,
  });
}

function problems({ message, context }: Fault): readonly string[] {
  if (!Array.isArray(context.issues)) return [message];
  return (context.issues as readonly { path: string; message: string }[]).map((issue) => {
    const said = issue.message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => `--${dashed(name)}`);
    return issue.path === '' ? said : `--${issue.path.replace(/^\w+/, dashed)}: ${said}`;
  });
}

function inCommands(text: string): string {
  return careerOperations.reduce(
    (said, { name }) => said.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `career ${dashed(name)}`),
    text,
  );
}
