/** What the operations answer, as types: the console asks over MCP and takes nothing of us but these. */
export type { ExperienceAtom } from './domain/atom.js';
export type { Contact } from './domain/contact.js';
export type { DecisionRecord } from './domain/decision.js';
export type { Opportunity } from './domain/opportunity.js';
export type { NamedThing, ParsedItem } from './domain/parsed-item.js';
export type { Reminder } from './domain/reminder.js';
export type { Shortlisted } from './domain/shortlisted.js';
export type { MatchExplanation, MatchReport } from './match/report.js';
