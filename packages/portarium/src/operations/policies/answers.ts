/** What the operations about policies and tools promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { type ToolExposure, toolClasses } from '../../domain/policy.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

const Policy = z.looseObject({ policyId: z.string(), version: z.number(), active: z.boolean() });
export const PolicyAnswer = answer<view.PolicyView>()(Policy);
export const PolicyListAnswer = answer<view.Page<view.PolicyView>>()(listOf(Policy));
export const SimulationAnswer = answer<view.SimulationView>()(
  z.looseObject({ considered: z.number(), changes: z.array(z.unknown()) }),
);
export const ExposureAnswer = answer<ToolExposure>()(
  z.looseObject({ defaultEffect: z.string(), rules: z.array(z.unknown()) }),
);

const Tool = z.looseObject({
  server: z.string(),
  tool: z.string(),
  schemaHash: z.string(),
  class: z.enum(toolClasses),
});
export const ToolAnswer = answer<view.ToolView>()(Tool);
export const ToolListAnswer = answer<view.Page<view.ToolView>>()(listOf(Tool));
