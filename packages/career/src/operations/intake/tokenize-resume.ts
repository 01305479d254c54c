import * as z from 'zod';
import { requireResume } from '../../app/resumes.js';
import { TokenIr, tokenIr, tokenModes } from '../../ingest/token-ir.js';
import { validateTokens } from '../../validate/token-rules.js';
import { operation } from '../operation.js';

export const tokenizeResumeOperation = operation({
  name: 'tokenize_resume',
  title: 'Words of a resume',
  description: 'The distinct words of an ingested resume by category, checked against the resume itself.',
  effect: 'read',
  narrower: 'list_atoms with a text finds single claims.',
  input: z.strictObject({
    resume_id: z.string().min(1).describe('Resume to read'),
    mode: z
      .enum(tokenModes)
      .default('deterministic')
      .describe('One list, or sorted into skills, domains, roles and the rest'),
  }),
  output: z.object({
    token_ir: TokenIr,
    status: z.string(),
    findings: z.array(z.object({ rule_id: z.string(), severity: z.string(), message: z.string() })),
  }),
  run({ resume_id, mode }, { app }) {
    const { resume_md, resume_hash } = requireResume(app, resume_id);
    const ir = tokenIr(resume_md, resume_hash, mode);
    return { token_ir: ir, ...validateTokens({ ir, resumeText: resume_md, resumeHash: resume_hash }) };
  },
});
