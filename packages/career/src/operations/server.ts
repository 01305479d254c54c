import { type ServerDefinition, svgIcon } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { coordinateOutreach } from './coordinate-outreach-skill.js';
import { careerErrors } from './error-profile.js';
import type { Identify } from './identify.js';
import { careerOperations } from './list.js';
import { tailorADocument } from './tailor-a-document-skill.js';

const instructions = `Coordinates a job search honestly: claims with their source, explained matching, CVs from confirmed claims, outreach without writing to anybody twice, and an audit trail.

Start with ingest_resume and propose_atoms; a person reads the claims and confirms them (verify_atoms), because only confirmed claims count. Bring in postings with import_postings or add_opportunity, then shortlist, and explain_match for one of them: it shows which requirement is met by which words, and what is missing. gap_summary tells what many postings miss. tailor_document makes a CV or a letter; wording you propose is refused where no claim supports it.

Record outreach with create_interaction and interaction_apply_event, each event with a key of its own; a refusal by a cooldown or do-not-contact is final, so tell the person instead of trying again.

It sends nothing, calls no model, and never confirms a claim for a person. A missing requirement is to be told, not argued away. Lists can be long: ask for one opportunity, profile or status at a time. Changes need --allow-write, apart from the specification's own four tools.`;

/** `identify` says who is behind a call where the transport does not know it. */
export function careerServer(app: CareerApp, identify?: Identify): ServerDefinition {
  return {
    name: 'career-coordination-mcp',
    version: '0.2.0',
    title: 'Career coordination',
    instructions,
    itemIcons: svgIcon('<path d="M4 8h16v11H4zM9 8V5h6v3M4 13h16"/>'),
    operations: careerOperations,
    app,
    errorProfile: careerErrors,
    // "Basic JavaScript" is a skill, and a report handed back has to be the one that was given.
    masks: 'certain',
    skills: [coordinateOutreach, tailorADocument],
    capabilities: { tools: {} },
    ...(identify === undefined ? {} : { identify }),
  };
}
