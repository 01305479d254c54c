import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import type { Approval } from './control-plane.js';
import { run } from './programs.js';

/** A person with a key, a terminal and a reason. */
export function decideAtTerminal(url: string, key: string, say: (line: string) => void) {
  return async ({ approvalId }: Approval): Promise<void> => {
    const words = ['approve', 'decide', approvalId, '--decision', 'Approved', '--rationale', 'A small study.'];
    say(`$ portarium ${words.slice(0, 5).join(' ')}`);
    const env = { PORTARIUM_TOKEN: key, PORTARIUM_BASE_URL: `${url}/portarium`, PORTARIUM_WORKSPACE: 'demo' };
    const { code, stderr } = await run('portarium', words, { cwd: tmpdir(), env });
    assert.equal(code, 0, stderr);
  };
}
