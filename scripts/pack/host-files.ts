/** The three servers as one plugin of Claude Code and as one extension of Gemini, in the folder that both install. */
import { type Choice, filledIn, type PackedServer, variableOf } from './packed-server.js';
import { packedServers } from './packed-servers.js';

const about = 'Plan power systems, let agents act under approval, search for a job honestly: three servers in one.';
const repository = 'hosts/quadrivium';

/** Every file by its path in the repository. */
export function hostFiles(version: string): Readonly<Record<string, object>> {
  return {
    '.claude-plugin/marketplace.json': marketplace,
    [`${repository}/.claude-plugin/plugin.json`]: claudePlugin(version),
    [`${repository}/gemini-extension.json`]: geminiExtension(version),
  };
}

const marketplace = {
  name: 'quadrivium',
  description: about,
  owner: { name: 'Quadrivium' },
  plugins: [{ name: 'quadrivium', source: `./${repository}`, description: about }],
};

function claudePlugin(version: string): object {
  const askedOf = (server: PackedServer) =>
    choicesOf(server)
      .filter(([, { kind }]) => kind !== 'file')
      .map(([key, { kind, title, description, standard }]) => [
        `${server.name}_${key}`,
        {
          ...{ type: kind, title: `${shortTitle(server)}: ${title.toLowerCase()}`, description },
          ...(standard === undefined ? { required: true } : { default: standard === 'true' }),
        },
      ]);
  const place = (server: PackedServer, key: string, { kind, standard }: Choice) =>
    kind === 'file' ? `${filledIn('CLAUDE_PLUGIN_DATA')}/${standard}` : filledIn(`user_config.${server.name}_${key}`);
  return {
    ...{ name: 'quadrivium', version, description: about, author: { name: 'Quadrivium' }, license: 'MIT' },
    keywords: packedServers.flatMap(({ keywords }) => keywords),
    userConfig: Object.fromEntries(packedServers.flatMap(askedOf)),
    mcpServers: startedBy(version, place),
  };
}

/** Gemini hands what a person sets to the servers as variables; files and directories are those of the workspace. */
function geminiExtension(version: string): object {
  const workspace = filledIn('workspacePath');
  const place = (_server: PackedServer, _key: string, { kind, standard }: Choice) =>
    kind === 'file' ? `${workspace}${filledIn('/')}${standard}` : workspace;
  const settings = packedServers.flatMap((server) =>
    choicesOf(server)
      .filter(([, { kind }]) => kind === 'boolean')
      .map(([, { flag, title, description }]) => ({
        name: `${shortTitle(server)}: ${title.toLowerCase()}`,
        description: `${description} (true or false)`,
        envVar: variableOf(server, flag),
      })),
  );
  const isFilledIn = ({ kind }: Choice) => kind !== 'boolean';
  const mcpServers = startedBy(version, place, isFilledIn);
  return { name: 'quadrivium', version, description: about, settings, mcpServers };
}

type Place = (server: PackedServer, key: string, choice: Choice) => string;

function startedBy(version: string, place: Place, isFilledIn: (choice: Choice) => boolean = () => true): object {
  const started = (server: PackedServer) => ({
    command: 'npx',
    args: ['-y', `@quadrivium/${server.name}@${version}`, server.word],
    env: Object.fromEntries([
      ...choicesOf(server)
        .filter(([, choice]) => isFilledIn(choice))
        .map(([key, choice]) => [variableOf(server, choice.flag), place(server, key, choice)]),
      ...Object.entries(server.fixed).map(([flag, value]) => [variableOf(server, flag), value]),
    ]),
  });
  return Object.fromEntries(packedServers.map((server) => [server.name, started(server)]));
}

function choicesOf({ choices }: PackedServer): [string, Choice][] {
  return Object.entries(choices);
}

const shortTitle = ({ title }: PackedServer): string => title.split(':')[0] ?? title;
