import type { Sandbox } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { CareerApp, type CareerSettings } from '../../src/app/career-app.js';
import { fixedSurroundings } from '../../src/domain/surroundings.js';
import { careerServer } from '../../src/operations/server.js';

export type Answer = Record<string, unknown>;

/** A career server with a fixed clock and counted ids, spoken to through the official client. */
export async function careerClient(settings: CareerSettings = {}, files?: Sandbox) {
  const app = new CareerApp({ surroundings: fixedSurroundings(), ...settings });
  const { client, close } = await connectInMemory(careerServer(app), {
    allowWrite: true,
    ...(files === undefined ? {} : { files }),
  });
  return {
    app,
    client,
    async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
      const result = await client.callTool({ name, arguments: args });
      return result.structuredContent as Answer;
    },
    async close() {
      await close();
      await app.close();
    },
  };
}

export type CareerClient = Awaited<ReturnType<typeof careerClient>>;

export const atoms = [
  {
    atom_id: 'atom-1',
    title: 'Architecture lead',
    claim: 'Led architecture decisions for governance systems',
    verified: true,
  },
  {
    atom_id: 'atom-2',
    title: 'Backend developer',
    claim: 'Built Python microservices',
    tags: ['python'],
    verified: true,
  },
  { atom_id: 'atom-3', title: 'Baker', claim: 'Baked sourdough every morning', verified: true },
];

export const opportunity = {
  opportunity_id: 'opp-1',
  company: 'Acme',
  role_title: 'Engineer',
  requirements: [{ text: 'Python experience' }, { text: 'governance architecture' }],
};

export async function filled(settings: CareerSettings = {}): Promise<CareerClient> {
  const career = await careerClient(settings);
  for (const atom of atoms) await career.call('add_atom', atom);
  await career.call('add_opportunity', opportunity);
  return career;
}
