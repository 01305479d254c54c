import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { addAtom, proposeFromResume, requireAtom, verifyAtom } from '../app/entities.js';
import { ExperienceAtom } from '../domain/atom.js';
import { actorOf } from './actor.js';

const Atoms = z.object({ atoms: z.array(ExperienceAtom) });

const addAtomTool = (app: CareerApp) =>
  operation({
    name: 'add_atom',
    title: 'Add an experience atom',
    description: 'Adds one claim about experience. Only verified atoms are matched.',
    effect: 'write',
    input: z.strictObject({
      claim: z.string().min(1).max(4000).describe('What was done, in one sentence'),
      atom_id: z.string().min(1).optional().describe('Generated when left out'),
      title: z.string().default('').describe('Role it belongs to'),
      domain: z.string().default('').describe('Field of work'),
      tags: z.array(z.string()).default([]).describe('Words to find it by'),
      verified: z.boolean().default(false).describe('Whether a person vouches for it'),
      evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
    }),
    output: ExperienceAtom,
    run({ atom_id, ...given }, { identity }) {
      return addAtom(app, { ...given, ...(atom_id === undefined ? {} : { atom_id }) }, actorOf(identity));
    },
  });

const listAtomsTool = (app: CareerApp) =>
  operation({
    name: 'list_atoms',
    title: 'List atoms',
    description: 'Atoms sorted by id; filter by verification or by words.',
    effect: 'read',
    input: z.strictObject({
      verified: z.boolean().optional().describe('Only verified, or only unverified ones'),
      text: z.string().optional().describe('Only atoms that contain all these words'),
      limit: z.int().min(1).max(1000).default(100).describe('How many at most'),
    }),
    output: Atoms.extend({ total: z.int() }),
    run({ verified, text = '', limit }) {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const found = app.store.atoms().filter((atom) => {
        const said = `${atom.title} ${atom.claim} ${atom.tags.join(' ')}`.toLowerCase();
        return (verified === undefined || atom.verified === verified) && words.every((word) => said.includes(word));
      });
      return { atoms: found.slice(0, limit), total: found.length };
    },
  });

const getAtomTool = (app: CareerApp) =>
  operation({
    name: 'get_atom',
    title: 'Get an atom',
    description: 'One atom by its id.',
    effect: 'read',
    input: z.strictObject({ atom_id: z.string().min(1).describe('Id of the atom') }),
    output: ExperienceAtom,
    run: ({ atom_id }) => requireAtom(app, atom_id),
  });

const verifyAtomTool = (app: CareerApp) =>
  operation({
    name: 'verify_atom',
    title: 'Verify an atom',
    description:
      'Marks a claim as confirmed by a person (or takes the confirmation back). Matching sees only confirmed claims.',
    effect: 'write',
    idempotent: true,
    input: z.strictObject({
      atom_id: z.string().min(1).describe('Id of the atom'),
      verified: z.boolean().default(true).describe('False takes the confirmation back'),
      evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
    }),
    output: ExperienceAtom,
    run: ({ atom_id, verified, evidence_refs }, { identity }) =>
      verifyAtom(app, atom_id, verified, evidence_refs, actorOf(identity)),
  });

const proposeAtomsTool = (app: CareerApp) =>
  operation({
    name: 'propose_atoms',
    title: 'Propose atoms from a resume',
    description:
      'Claims of an ingested resume, word for word with their lines, stored as unverified atoms for a person to confirm.',
    effect: 'write',
    idempotent: true,
    input: z.strictObject({ resume_id: z.string().min(1).describe('Resume to read') }),
    output: Atoms,
    run: ({ resume_id }, { identity }) => ({ atoms: proposeFromResume(app, resume_id, actorOf(identity)) }),
  });

export const atomTools = [addAtomTool, listAtomsTool, getAtomTool, verifyAtomTool, proposeAtomsTool];
