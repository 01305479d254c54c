/** Bytes a document may have, packed or unpacked. */
export const largestDocument = 20 * 1024 * 1024;
