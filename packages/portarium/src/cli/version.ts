/** The version of this package, as in package.json. What MCP and REST promise has a version of its own. */
export const version = '0.1.0';
