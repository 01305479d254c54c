/** What the operations take and answer, as types: the console asks over MCP and takes nothing of us but these. */
import type { AnswersOf, QuestionsOf } from '@quadrivium/kernel';
import type { CareerOperation } from './operations/list.js';

export type CareerQuestions = QuestionsOf<CareerOperation>;
export type CareerAnswers = AnswersOf<CareerOperation>;

export type { ExperienceAtom } from './domain/atom.js';
export type { DecisionRecord } from './domain/decision.js';
export type { Opportunity } from './domain/opportunity.js';
export type { NamedThing, ParsedItem } from './domain/parsed-item.js';
export type { Shortlisted } from './domain/shortlisted.js';
export type { WorkWishes } from './domain/work-wishes.js';
export type { MatchExplanation, MatchReport } from './match/report.js';
