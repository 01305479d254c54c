/** Names of the extensions of the protocol that both sides of the house speak. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';
export const skillsExtension = 'io.modelcontextprotocol/skills';
