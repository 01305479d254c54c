/** What every command line of the house has. Knows no protocol: importing it loads commander and colours, no more. */

export { packageVersion } from '../essentials/package-version.js';
export { explanationOf, pageAddress } from '../explained/index.js';
export { maskCommandWords, redactText } from '../redact/index.js';
export { type Answer, problemOf, problemsOf, type ToldFault } from './answer.js';
export { colors } from './colours.js';
export * from './command.js';
export { dashed } from './commander-tree.js';
export { exitCodeOf, exitCodes, exitCodesPage } from './exit-codes.js';
export * from './flag.js';
export type { Format, Io } from './io.js';
export { plainJson, plainLine, plainText } from './plain-text.js';
export { type Program, runProgram } from './program.js';
export { ProgressLine, progressBar } from './progress-line.js';
export { render } from './render.js';
export { processTerminal, type Terminal } from './terminal.js';
