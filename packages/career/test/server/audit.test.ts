import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportLines, nodeCrypto, openSqlite, SqliteLedger, verifyLines } from '@quadrivium/ledger';
import { describe, expect, test } from 'vitest';
import { addAtom } from '../../src/app/atoms.js';
import { openChecked } from '../../src/app/open-checked.js';
import { verifyAudit } from '../../src/app/verify-audit.js';
import { filled } from './career-client.js';

/** A closed database with some history, for tests that damage it. */
async function database(): Promise<string> {
  const db = join(mkdtempSync(join(tmpdir(), 'quadrivium-career-')), 'career.db');
  const made = await filled({ db });
  await made.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 't' });
  await made.close();
  return db;
}

/** What somebody with the file can do once the guards of the database are gone. */
function tamper(db: string, sql: string): void {
  const file = openSqlite(db);
  const triggers = file.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) file.exec(`DROP TRIGGER "${String(name)}"`);
  file.exec(sql);
  file.close();
}

describe('the audit log', () => {
  test('verifies after work', async () => {
    const career = await filled();
    await career.call('match_opportunity', { opportunity_id: 'opp-1' });
    expect(await career.call('verify_audit')).toMatchObject({ valid: true, problems: [] });
    await career.close();
  });

  test.each([
    ['a changed payload', `UPDATE ledger_entries SET body = replace(body, '0.75', '0.95') WHERE seq = 6`],
    ['a missing event', 'DELETE FROM ledger_entries WHERE seq = 3'],
    ['a cut tail', 'DELETE FROM ledger_entries WHERE seq > (SELECT max(seq) - 2 FROM ledger_entries)'],
    ['a trace that is gone', "DELETE FROM ledger_entries WHERE stream = 't'"],
  ])('names %s, refuses to start in fail mode and only warns in warn mode', async (_, sql) => {
    const db = await database();
    tamper(db, sql);
    const warnings: string[] = [];
    const app = await openChecked({ db, auditCheck: 'warn' }, (message) => warnings.push(message));
    expect((await verifyAudit(app)).valid).toBe(false);
    // Working on top of the damage must not hide it.
    addAtom(app, { claim: 'Drove trams' }, { kind: 'user', id: 'test' });
    expect((await verifyAudit(app)).valid).toBe(false);
    await app.close();
    expect(warnings.join()).toMatch(/audit log is broken/);
    await expect(openChecked({ db, auditCheck: 'fail' }, () => {})).rejects.toMatchObject({ kind: 'AUDIT_BROKEN' });
  });

  test('gives the same verdict as an exported bundle, without the database', async () => {
    const file = openSqlite(await database());
    const lines: string[] = [];
    for await (const line of exportLines(new SqliteLedger(file))) lines.push(line);
    file.close();
    expect(await verifyLines(lines, { crypto: nodeCrypto })).toMatchObject({ valid: true });
    const forged = lines.map((line) => line.replace('0.750000', '0.950000'));
    expect(forged).not.toEqual(lines);
    expect(await verifyLines(forged, { crypto: nodeCrypto })).toMatchObject({ valid: false });
  });

  test('keeps everything over a restart', async () => {
    const db = await database();
    const again = await openChecked({ db, auditCheck: 'fail' }, () => {});
    expect(again.audit.trace('t').map((event) => event.event_type)).toContain('DecisionRecorded');
    expect(again.store.decisions('t')).toHaveLength(1);
    await again.close();
  });
});
