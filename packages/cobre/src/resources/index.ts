import type { ResourceDefinition } from '@quadrivium/kernel';
import type { QueryEngine } from '../query/query-engine.js';
import { caseConfigResource, caseEntitiesResource, caseScenariosResource, casesResource } from './case-resources.js';
import { chartsAppResource } from './charts-app.js';
import { convergenceResource, policySummaryResource, resultsResource } from './output-resources.js';

/** In the order of the seed, and the page for hosts that show one. */
export function cobreResources(engine: QueryEngine): readonly ResourceDefinition[] {
  return [
    caseConfigResource(),
    caseEntitiesResource(engine),
    caseScenariosResource(engine),
    convergenceResource(engine),
    resultsResource(engine),
    policySummaryResource(),
    casesResource(),
    chartsAppResource(),
  ];
}
