import type { ApprovalConfig } from '../../config/schema.js';
import { matcherOf } from '../../host/name-filter.js';
import type { HostTool } from '../../host/tool-host.js';

/** What was said on the command line: `--yes`, `--deny-writes`, or nothing. */
export type ApprovalMode = 'ask' | 'yes' | 'deny-writes';

export type Verdict = 'run' | 'ask' | { readonly deny: string };

export interface ApprovalRules {
  readonly config: ApprovalConfig;
  readonly mode: ApprovalMode;
  /** Whether somebody can be asked. */
  readonly attended: boolean;
}

/**
 * Whether a call runs. A rule that denies wins over everything, then what was said on the command line, then rules that ask,
 * then rules that allow; the rest is decided by what the server says about its tool. A tool without a hint may change something.
 */
export function verdictOf(tool: HostTool, { config, mode, attended }: ApprovalRules): Verdict {
  const isNamed = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matcherOf(pattern)(`${tool.server}/${tool.name}`));
  const readsOnly = tool.annotations.readOnlyHint === true;
  if (isNamed(config.deny)) return { deny: 'the configuration denies it (approvals.deny)' };
  if (mode === 'yes') return 'run';
  if (mode === 'deny-writes' && !readsOnly)
    return { deny: 'calls that may change something are denied (--deny-writes)' };
  if (isNamed(config.ask)) return attended ? 'ask' : unasked('approvals.ask');
  if (readsOnly || isNamed(config.allow)) return 'run';
  if (attended) return 'ask';
  return mayRunUnattended(tool, config) ? 'run' : unasked('approvals.unattended');
}

/**
 * A script that asks a model to do something wants it done, so what changes something runs where nobody can be asked. What its own
 * server says may destroy something is another matter: that needs a word beforehand.
 */
function mayRunUnattended({ annotations }: HostTool, { unattended }: ApprovalConfig): boolean {
  return unattended === 'run' || (unattended === 'careful' && annotations.destructiveHint !== true);
}

function unasked(rule: string): Verdict {
  return { deny: `the user has to be asked (${rule}), and nobody is at a terminal; --yes allows it` };
}
