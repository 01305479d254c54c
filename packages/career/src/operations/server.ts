import type { ServerDefinition } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { careerErrors } from './error-profile.js';
import type { Identify } from './identify.js';
import { careerOperations } from './index.js';

/** `identify` says who is behind a call where the transport does not know it. */
export function careerServer(app: CareerApp, identify?: Identify): ServerDefinition {
  return {
    name: 'career-coordination-mcp',
    version: '0.2.0',
    title: 'Career coordination',
    instructions:
      'Bring in a resume (ingest_resume), propose atoms and have a person verify them, add opportunities, match, explain. Never send anything yourself: record outreach with create_interaction and interaction_apply_event.',
    operations: careerOperations,
    app,
    errorProfile: careerErrors,
    // "Basic JavaScript" is a skill, and a report handed back has to be the one that was given.
    masks: 'certain',
    capabilities: { tools: {} },
    ...(identify === undefined ? {} : { identify }),
  };
}
