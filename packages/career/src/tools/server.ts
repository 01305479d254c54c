import { invalidParamsProfile, type ServerDefinition } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { atomTools } from './atoms.js';
import { createInteractionTool } from './create-interaction.js';
import { decisionTools } from './decisions.js';
import { getAuditTraceTool } from './get-audit-trace.js';
import { intakeTools } from './intake.js';
import { interactionApplyEventTool } from './interaction-apply-event.js';
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
  ...intakeTools,
  tokenizeResumeTool,
  ...atomTools,
  ...decisionTools,
];

export function careerServer(app: CareerApp): ServerDefinition {
  return {
    name: 'career-coordination-mcp',
    version: '0.2.0',
    title: 'Career coordination',
    instructions:
      'Bring in a resume (ingest_resume), propose atoms and have a person verify them, add opportunities, match, explain. Never send anything yourself: record outreach with create_interaction and interaction_apply_event.',
    tools: tools.map((tool) => tool(app)),
    errorProfile: invalidParamsProfile,
    writes: 'open',
    capabilities: { tools: {} },
  };
}
