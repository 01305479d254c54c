/** What the operations take and answer, as types: the console asks over MCP and takes nothing of us but these. */
import type { AnswersOf, QuestionsOf } from '@quadrivium/kernel';
import type { CobreOperation } from './operations/list.js';

export type CobreQuestions = QuestionsOf<CobreOperation>;
export type CobreAnswers = AnswersOf<CobreOperation>;
