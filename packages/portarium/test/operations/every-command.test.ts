/**
 * The command line as people type it. Each command leaves one entry for each operation it calls, done or refused. Whoever adds
 * a command that is derived from an operation is looked at without a line here; any other has to be told below.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationCommand } from '@quadrivium/kernel';
import { type Command, runProgram } from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlane } from '../../src/bin/open-plane.js';
import { portariumProgram } from '../../src/cli/main.js';
import type { OpenedPlane, OpenPlane } from '../../src/cli/plane-settings.js';
import { callChain, noWorkspace } from '../../src/domain/evidence.js';
import { operations } from '../../src/operations/list.js';

/** What those leave that are written by hand: they make more than one call, follow something, or make none. */
const written: Readonly<Record<string, readonly string[]>> = {
  // There is one already.
  init: ['portarium_workspace_init failed'],
  'run start': ['portarium_run_start failed'],
  'run watch': ['portarium_run_get failed'],
  'key create': ['portarium_key_create failed'],
  'evidence verify': ['portarium_evidence_verify ok'],
  'evidence export': ['portarium_evidence_export ok'],
  'retention run': ['portarium_retention_run ok'],
  'events tail': ['portarium_event_stream ok'],
  doctor: ['portarium_evidence_compare ok', 'portarium_evidence_verify ok'],
  // These work on files that whoever types them can read, and no other front has them.
  'policy test': [],
  backup: [],
  restore: [],
  // A server, whose calls are those of its clients.
  serve: [],
};

const ofOperation = new Map(
  operations
    .filter(({ cli }) => cli !== false)
    .map((operation) => [operationCommand(operation as never, async () => undefined).name, operation.name]),
);

const program = (open: OpenPlane) => portariumProgram(open);
const commands = program(openPlane).commands.filter(({ takeOver }) => takeOver === undefined);

/** Words that have a form of their own; any other does for the rest. */
const known: Readonly<Record<string, string>> = {
  ...{ version: '1', epoch: '1', tool: 'nowhere/nothing' },
  // Other commands make agents known that are called as everything here is.
  principal: 'nobody',
};

/** Options say their form themselves. */
const forms: Readonly<Record<string, string>> = { 'yes|no': 'yes', json: '{}' };

/** Words that name files: a copy is made where nothing is yet, and what is read is there, and empty. */
const files: Readonly<Record<string, string>> = { file: 'copy.db', source: 'empty', workflow: 'empty' };

/** Some word for each that is needed; no such thing exists, so that little is changed. */
function typed({ name, arguments: words = {}, options = {} }: Command, folder: string): string[] {
  const needed = Object.entries(words).flatMap(([word, { count, choices }]) => {
    if (count === 'some') return ['name=value'];
    if (count === 'one' && files[word] !== undefined) return [join(folder, files[word])];
    return count === 'one' ? [choices?.[0] ?? known[word] ?? 'nothing-here'] : [];
  });
  const demanded = Object.entries(options).flatMap(([option, { demanded, name: flag, choices, placeholder = '' }]) =>
    demanded ? [`--${flag}`, choices?.[0] ?? known[option] ?? forms[placeholder] ?? 'nothing-here'] : [],
  );
  return [...name.split(' '), ...needed, ...demanded];
}

describe('every command', () => {
  let opened: OpenedPlane;
  const folder = mkdtempSync(join(tmpdir(), 'portarium-commands-'));
  const db = join(folder, 'portarium.db');
  /** All commands meet in one plane: what is looked at here is not how it is opened. */
  const shared: OpenPlane = async () => ({ ...opened, close: async () => {} });
  beforeAll(async () => {
    const made = memoryTerminal();
    expect(await runProgram(program(openPlane), ['--db', db, 'init'], made), made.stderr).toBe(0);
    writeFileSync(join(folder, 'empty'), '');
    opened = await openPlane({ db, engine: false });
  });
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  async function entries(): Promise<string[]> {
    const { calls, store } = opened.plane.deps;
    await calls.flush();
    const found: string[] = [];
    for (const chain of [callChain('default'), callChain(noWorkspace)])
      for await (const { type, body } of store.ledger.entries({ chain })) {
        const { front, outcome } = body as { front: string; outcome: string };
        expect(front).toBe('cli');
        found.push(`${type} ${outcome}`);
      }
    return found;
  }

  test.each(commands.map((command) => [command.name, command] as const))('%s', async (name, command) => {
    const operation = ofOperation.get(name);
    const own = written[name];
    expect(operation ?? own, 'a command that belongs to no operation says above what it calls').toBeDefined();
    if (command.service && own?.length === 0) return;
    const before = await entries();
    const terminal = memoryTerminal();
    const ran = runProgram(program(shared), ['--db', db, ...typed(command, folder)], terminal);
    if (name === 'events tail') {
      // It goes on until somebody has had enough.
      await expect.poll(() => terminal.stdout).toContain('{');
      terminal.interrupt();
    }
    await ran;
    const now = await entries();
    for (const known of before) now.splice(now.indexOf(known), 1);
    if (own === undefined)
      expect(
        now.map((each) => each.split(' ')[0]),
        terminal.stderr,
      ).toEqual([operation]);
    else expect(now.sort(), terminal.stderr).toEqual(own);
  });
});
