import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { atLength } from '../../test/support/sampling.js';
import { approvalsOf, deskOf } from './control-plane.js';
import { decideAtTerminal } from './decide-at-terminal.js';
import { type Server, startServer } from './programs.js';
import { governedStudy } from './story.js';

const folder = mkdtempSync(join(tmpdir(), 'governed-study-'));
let server: Server;
beforeAll(async () => {
  server = await startServer(folder);
}, 180_000);
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

atLength('long stories')(
  'an agent asks, a person approves at the terminal, cobre trains, and the agent tells what a higher dam is worth',
  async () => {
    const key = server.key ?? '';
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const decide = decideAtTerminal(server.url, key, say);
    const { run, answer, iterations } = await governedStudy({ folder, server, key, say, decide });
    // A higher dam leaves every operation of the lower one possible, so it cannot cost more.
    expect(run.output?.deltas.lb_delta).toBeLessThan(0);
    const saved = Math.round(-(run.output?.deltas.lb_delta ?? 0) / 1000);
    expect(answer).toBe(`The run succeeded: a higher dam saves ${saved} thousand dollars a year.\n`);
    expect(iterations).toBeGreaterThan(3);
    // An approval is used once: the same decision again changes nothing, another one is refused.
    const desk = deskOf(server.url, key);
    const [approval, ...others] = await approvalsOf(desk, run.runId);
    expect(others).toEqual([]);
    expect(approval?.decisions).toHaveLength(1);
    const again = { decision: 'Denied', rationale: 'I changed my mind.' };
    await expect(desk.ask(`/approvals/${approval?.approvalId}/decide`, again)).rejects.toThrow(/409|already/);
  },
);
