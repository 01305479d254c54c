import * as z from 'zod';

export const CodeModeConfig = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer tools as functions of a program instead of one by one'),
  excludedTools: z.array(z.string().min(1)).default([]).describe('Tools that stay ordinary tools'),
  maxTimeout: z.int().min(0).max(86_400).default(300).describe('Longest executionTimeout in seconds; 0 means 300'),
  sandbox: z.enum(['quickjs']).default('quickjs').describe('Where programs run'),
  connections: z
    .enum(['shared', 'fresh'])
    .default('shared')
    .describe('Use the open connections, or connect anew for every execution, so that servers start clean too'),
  keepState: z
    .boolean()
    .default(false)
    .describe('Give programs a `state` that lasts until the end of the conversation'),
  typecheck: z.boolean().default(true).describe('Check types before anything runs, when the compiler is installed'),
  declarationBudget: z.int().min(0).optional().describe('Tokens for full declarations; 5 % of the context by default'),
  largeOutputCharLimit: z.int().min(1).optional().describe('Longer output is kept aside and read piecewise'),
  maxCalls: z.int().min(1).default(500).describe('Tool calls of one program'),
  maxConcurrency: z.int().min(1).default(32).describe('Tool calls of one program at the same time'),
  cpuSeconds: z.number().positive().default(30).describe('Computing time of one program, waiting for tools excluded'),
  memoryMb: z.int().min(8).default(128).describe('Memory of one program'),
});

export type CodeModeConfig = z.output<typeof CodeModeConfig>;
