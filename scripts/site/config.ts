/** The settings of VitePress: what stands where, search without a service, and a build that fails on a dead link. */
import { type SiteFiles, titleOf } from './pages.js';

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Item[];
}

const groups = [
  ['Tutorials', /^docs\/tutorial\/(?!index)/],
  ['Guides', /^docs\/guides\/(?!index)/],
  ['Reference', /^docs\/reference\/(?!index)/],
  ['Explanation', /^docs\/explanation\/(?!index)/],
  ['Packages', /^packages\/[^/]+\/index\.md$/],
  ['Equipment of cobre', /^packages\/cobre\/src\/equipment\/[^/]+\/index\.md$/],
  ['Decisions', /^docs\/decisions\//],
  ['The project', /^(?:index|[A-Z]+)\.md$/],
] as const;

/** As the README lists them: the whole first. */
const inOrder = ['quadrivium', 'cobre', 'portarium', 'programs', 'career', 'cpe', 'own-server'];
const placeOf = (path: string): number => {
  const at = inOrder.findIndex((name) => path === `docs/tutorial/${name}.md`);
  return at < 0 ? inOrder.length : at;
};

export function siteConfig(files: SiteFiles, outDir: string): string {
  const settings = {
    title: 'Quadrivium',
    description: 'Four systems that meet on the Model Context Protocol.',
    outDir,
    // Pages are text: what looks like a tag stands for something the reader puts in.
    markdown: { html: false, languageAlias: { console: 'shellsession' } },
    themeConfig: {
      search: { provider: 'local' },
      sidebar: groups.map(([text, pattern]) => group(files, text, pattern)),
    },
  };
  return `export default ${JSON.stringify(settings, null, 2)};\n`;
}

function group(files: SiteFiles, text: string, pattern: RegExp): Item {
  const paths = [...files.keys()].filter((path) => path.endsWith('.md') && pattern.test(path));
  paths.sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));
  const items = paths.map((path) => ({ text: titleOf(files, path), link: `/${path.replace(/(index)?\.md$/, '')}` }));
  return { text, collapsed: text !== 'Tutorials', items };
}
