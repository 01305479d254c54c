/**
 * A process of its own that applies one event to each of many interactions, or goes on until it is killed.
 *
 *   race-worker.ts <database> <redis uri or -> <Prepare|Close|mixed> <own name> <interaction ids as JSON>
 *
 * Interactions with "-both-" in their id get Prepare from everybody. All events go to one trace.
 *
 * Prints one line of JSON per answer, after it was acknowledged.
 */
import { writeSync } from 'node:fs';
import { CareerApp } from '../../src/app/career-app.js';
import { applyEvent } from '../../src/app/interactions.js';
import { type InteractionEvent, interactionEvents } from '../../src/domain/interaction.js';

const [db = '', redis = '-', event = 'Prepare', name = 'a', ids = '[]'] = process.argv.slice(2);
const app = new CareerApp({ db, ...(redis === '-' ? {} : { redis }) });
const actor = { kind: 'user', id: name } as const;

async function apply(interactionId: string, chosen: InteractionEvent, idempotencyKey: string): Promise<void> {
  const { result } = await applyEvent(app, { interactionId, event: chosen, idempotencyKey, traceId: 'race', actor });
  writeSync(1, `${JSON.stringify({ interactionId, event: chosen, idempotencyKey, ...result })}\n`);
}

writeSync(1, 'ready\n');
await new Promise((go) => process.stdin.once('data', go));
for (const id of JSON.parse(ids) as string[]) {
  const alone = id.includes('-both-') ? 'Prepare' : (event as InteractionEvent);
  const events = event === 'mixed' ? interactionEvents : [alone];
  for (const chosen of events) await apply(id, chosen, `${name}-${chosen}`);
}
await app.close();
process.exit(0);
