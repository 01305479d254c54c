/** From a file of its own: named in the entrance itself, the SDK would be loaded by every program that takes anything there. */
export { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
