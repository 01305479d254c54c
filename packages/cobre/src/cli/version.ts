import { command } from '@quadrivium/kernel/shell';
import { version } from '../version.js';
import { facts } from './text.js';

export const versionCommand = command({
  name: 'version',
  description: 'What is installed',
  run() {
    const { node, v8 } = process.versions;
    const platform = `${process.platform} ${process.arch}`;
    return {
      data: { version, node, v8, platform, solvers: ['simplex', 'highs'] },
      summary: `cobre ${version}`,
      details: () =>
        facts([
          ['node', node],
          ['platform', platform],
          ['solvers', 'simplex, highs'],
        ]),
    };
  },
});
