import { plainJson, plainLine, plainText } from '@quadrivium/kernel/shell';
import type { Asker, Decision } from '../agent/approval/approval-guard.js';
import type { HostTool } from '../host/tool-host.js';
import type { Asking, Questioner } from './questioner.js';

const SHOWN_CHARS = 1500;
const QUESTION = 'run it? [y]es, [a]lways for this tool, [v]iew all of it, [n]o, or say why not: ';

/** Asks the person at the terminal about one call. Nothing is approved that could not be seen whole. */
export function approvalAsker(asked: Questioner): Asker {
  return (tool, args) => asked.alone((asking) => decide(tool, args, asking));
}

async function decide(tool: HostTool, args: unknown, { show, question }: Asking): Promise<Decision> {
  show(`${callLine(tool)} ${shortened(plainJson(args))}\n`);
  for (;;) {
    const answer = (await question(QUESTION))?.trim();
    if (answer === undefined) return { deny: 'the user stopped the run' };
    if (/^v(iew)?$/i.test(answer)) show(`${plainText(plainJson(args, 2))}\n`);
    else {
      const decision = decisionOf(answer);
      if (decision === 'always') show(`from now on; for good: approvals.allow: ["${tool.server}/${tool.name}"]\n`);
      return decision;
    }
  }
}

function callLine({ server, name, annotations }: HostTool): string {
  const danger = annotations.destructiveHint === true ? ', which may destroy something' : '';
  return plainLine(`? ${server}/${name}${danger}:`);
}

function shortened(text: string): string {
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters in all)`;
}

/** Whatever is neither yes nor no is a reason, and the model is told. */
function decisionOf(answer: string): Decision {
  if (/^y(es)?$/i.test(answer)) return 'once';
  if (/^a(lways)?$/i.test(answer)) return 'always';
  return { deny: /^(no?)?$/i.test(answer) ? '' : answer.replace(/^no?[,:]?\s+/i, '') };
}
