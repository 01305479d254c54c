import * as z from 'zod';
import { verifiedProof } from '../service/answers/verified-proof.js';
import { operation } from './operation.js';
import { caseDir, outputDir } from './shared-fields.js';

export const verifyProof = operation({
  name: 'cobre/verify-proof',
  title: 'Check a proof again',
  description:
    'Checks the proven interval of a run (cobre/run with prove) from its files alone: the case is read and built again, and every cut, node and state that the bounds stand on is worked out by the solver that did not make the proof. Answers with the interval, or with a ProofRefuted error that names the first thing that does not hold, such as a file that was changed or a cut that lies too high.',
  effect: 'read',
  narrower: 'the first thing that does not hold is what counts.',
  cost: 'minutes',
  timeoutMs: 600_000,
  input: z.strictObject({
    output_dir: outputDir,
    case_dir: caseDir.optional().describe('Where the case is now, when it is not where it was'),
  }),
  output: verifiedProof,
  async run({ output_dir, case_dir }, { files, signal, progress }) {
    const { verifyProof: verify } = await import('../service/answers/verify-proof.js');
    let seen = 0;
    return verify(files, output_dir, {
      caseDirectory: case_dir,
      now: () => performance.now(),
      async step(done, of) {
        if (done % 64 !== 0) return;
        await new Promise((resume) => setImmediate(resume));
        signal.throwIfAborted();
        seen += 64;
        progress.report({ progress: seen, message: `checked ${done} of ${of}` });
      },
    });
  },
});
