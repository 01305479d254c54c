/** Third-party programs by the name of their set, with the versions that are wanted. */
export const toolSets: Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Where a set is, whether it is there or not. */
export function toolFolder(set: string): string;
/** Fetches a set unless it is there; gives its folder. */
export function ensureTools(set: string): string;
/** Sets that are fetched only by whoever asks for them. */
export const onlyOnRequest: readonly string[];
