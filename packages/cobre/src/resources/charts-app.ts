import { appMimeType, defineResource } from '@quadrivium/kernel';
import { chartsPage, chartsUri } from '../app/charts-page.js';
import { version } from '../version.js';

/** The page that hosts with MCP Apps show beside results; tools name it in their metadata. */
export const chartsAppResource = () =>
  defineResource({
    uriTemplate: chartsUri,
    name: 'charts',
    title: 'Charts of convergence and results',
    description: 'A page for hosts with MCP Apps: draws what cobre/query-convergence and cobre/query-results answer.',
    mimeType: appMimeType,
    annotations: { audience: ['user'] },
    meta: { ui: { prefersBorder: true } },
    read: () => chartsPage(version),
  });
