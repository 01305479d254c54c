/** The version of this package, as in package.json. What the MCP server promises has a version of its own. */
export const version = '0.1.0';
