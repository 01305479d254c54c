export { ExperienceAtom, normalizeAtom } from './domain/atom.js';
export { Opportunity, Requirement } from './domain/opportunity.js';
export { ConceptBook } from './match/concepts.js';
export { evidenceV1 } from './match/evidence-v1.js';
export { hybridV02 } from './match/hybrid-v02.js';
export { lexicalV01 } from './match/lexical-v01.js';
export { MatchReport } from './match/report.js';
export type { MatchInput, MatchStrategy } from './match/strategy.js';
export { loadTaxonomyTable } from './taxonomy/load.js';
