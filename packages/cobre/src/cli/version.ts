import { version } from '../version.js';
import type { CliCommand } from './command.js';
import { facts } from './text.js';

export const versionCommand: CliCommand = {
  name: 'version',
  declare(command, does) {
    command.description('What is installed').action(
      does(async () => {
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
      }),
    );
  },
};
