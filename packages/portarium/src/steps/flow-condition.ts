import * as z from 'zod';
import { evaluate, parseExpression, truthy } from '../domain/expression.js';
import { expression } from '../domain/workflow.js';
import { failed, stepKind } from './step-kind.js';

/** Decides something once, so that later steps can refer to it by name. */
export const flowCondition = stepKind(
  'flow:condition',
  {
    expression,
    otherwise: z.enum(['continue', 'fail']).default('continue').describe('What a false value means for the run'),
  },
  {
    does: 'settle',
    templates: ({ expression: text }) => `{{ ${text} }}`,
    async enter({ action: { expression: text, otherwise }, scope }) {
      const value = truthy(evaluate(parseExpression(text), scope));
      if (!value && otherwise === 'fail') return failed('ConditionFalse', `The condition "${text}" is false.`);
      return { state: 'Succeeded', output: { value } };
    },
  },
);
