export const toolClasses = ['ReadOnly', 'Mutation', 'Dangerous', 'Unknown'] as const;
export type ToolClass = (typeof toolClasses)[number];
