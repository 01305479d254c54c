import type { ServerDefinition } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { atomTools } from './atoms.js';
import { createInteractionTool } from './create-interaction.js';
import { decisionTools } from './decisions.js';
import { careerErrors } from './error-profile.js';
import { behind, type Identify } from './gatekeeper.js';
import { getAuditTraceTool } from './get-audit-trace.js';
import { getConstitutionTool } from './get-constitution.js';
import { intakeTools } from './intake.js';
import { interactionApplyEventTool } from './interaction-apply-event.js';
import { listInteractionsTool } from './list-interactions.js';
import { matchOpportunityTool } from './match-opportunity.js';
import { tokenizeResumeTool } from './tokenize-resume.js';
import { validateMatchReportTool } from './validate-match-report.js';

/** In the order they are listed: the seed's four, its future one, then what makes them usable. */
const tools = [
  matchOpportunityTool,
  validateMatchReportTool,
  getAuditTraceTool,
  interactionApplyEventTool,
  createInteractionTool,
  listInteractionsTool,
  ...intakeTools,
  tokenizeResumeTool,
  ...atomTools,
  ...decisionTools,
  getConstitutionTool,
];

/** `identify` says who is behind a call where the transport does not know it. */
export function careerServer(app: CareerApp, identify?: Identify): ServerDefinition {
  const made = tools.map((tool) => tool(app));
  return {
    name: 'career-coordination-mcp',
    version: '0.2.0',
    title: 'Career coordination',
    instructions:
      'Bring in a resume (ingest_resume), propose atoms and have a person verify them, add opportunities, match, explain. Never send anything yourself: record outreach with create_interaction and interaction_apply_event.',
    operations: identify ? made.map((tool) => behind(identify, tool)) : made,
    errorProfile: careerErrors,
    writes: 'open',
    capabilities: { tools: {} },
  };
}
