/** Where the documentation explains an error or a finding. */
export {
  type ExplainingPage,
  explainingPages,
  explanationOf,
  pageAddress,
  pageFile,
  pageOfSite,
  servedExplanationOf,
  servedPath,
} from './page-address.js';
export { pageHtml } from './page-html.js';
