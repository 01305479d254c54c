/** Where the documentation explains an error or a finding. */
export * from './page-address.js';
export { pageHtml } from './page-html.js';
