import * as z from 'zod';
import { requireResume } from '../../app/resumes.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { StoredResume } from '../../domain/resume.js';
import { operation } from '../operation.js';

export const getResumeOperation = operation({
  name: 'get_resume',
  title: 'Get a resume',
  description: 'An ingested resume as Markdown, and the claims that were read from it, with their spans.',
  effect: 'read',
  narrower: 'list_atoms with a text finds single claims of it.',
  input: z.strictObject({ resume_id: z.string().min(1).describe('Id of the resume') }),
  output: z.object({ resume: StoredResume, atoms: z.array(ExperienceAtom) }),
  run({ resume_id }, { app }) {
    const resume = requireResume(app, resume_id);
    const isFrom = ({ source, evidence_refs }: ExperienceAtom) =>
      source?.resume_id === resume_id || evidence_refs.some((ref) => ref.startsWith(`resume:${resume_id}#`));
    return { resume, atoms: app.store.allAtoms().filter(isFrom) };
  },
});
