/** What every package needs one of: knows no protocol but the names of its extensions, and importing it costs next to nothing. */
export { attempt, jsonOr } from './attempt.js';
export { type Clock, type ClockSources, systemClock } from './clock.js';
export { closestWord } from './closest-word.js';
export { htmlText } from './html-text.js';
export { isObject, type JsonObject } from './is-object.js';
export { makeFolder } from './make-folder.js';
export { appExtension, appMimeType, skillsExtension, tasksExtension } from './mcp-extensions.js';
export { onAbort } from './on-abort.js';
export { own } from './own.js';
export { packageVersion } from './package-version.js';
export { newId, newSecret, presentDate, presentTime } from './present.js';
export { startChild } from './start-child.js';
export { startWorker } from './start-worker.js';
export { copyWhole, type WriteWholeOptions, writeWhole, writeWholeNow } from './write-whole.js';
