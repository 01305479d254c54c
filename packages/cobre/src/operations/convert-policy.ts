import { presentDate } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { convertedPolicy } from '../service/answers/converted-policy.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

export const convertPolicy = operation({
  name: 'cobre/convert-policy',
  title: 'Convert a policy',
  description:
    'Writes a trained policy again in another layout of files: that of release 0.5.1 (metadata.json, thousands of $) or the current one (manifest.bin, format_version 2, $). The cuts stay the same to the last bit. The current layout names what the state stands for, so it needs the case; the old one does not.',
  effect: 'write',
  tool: false,
  cli: { verb: 'policy convert', arguments: ['policy_dir', 'target_dir'] },
  input: z.strictObject({
    policy_dir: z.string().describe('Policy directory to read'),
    target_dir: z.string().describe('Where the converted policy goes; it must not exist yet'),
    to: z.enum(['0.5', '2']).default('2').describe('Layout to write'),
    case_dir: caseDir.optional().describe('Case of the policy; needed for the current layout'),
  }),
  output: convertedPolicy,
  async run({ policy_dir, target_dir, to, case_dir }, { files }) {
    const { convertPolicy: convert } = await import('../service/answers/convert-policy.js');
    const asked = { from: policy_dir, target: target_dir, to, caseDirectory: case_dir, now: presentDate };
    return convert(files, asked);
  },
});
