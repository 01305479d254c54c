import type { ScenarioResult } from '../../../simulation/index.js';
import type { OutputFolder } from '../../folder/output-folder.js';

/** How the results of scenarios become files. */
export interface SimulationLayout {
  /** Begins to write into a folder that is empty. */
  open(folder: OutputFolder): ResultsUnderWay;
}

export interface ResultsUnderWay {
  /** Scenarios come in order. A table without rows has no file. */
  take(result: ScenarioResult): Promise<void>;
  /** Everything that was taken is on disk; gives the files, by their paths in the folder. */
  finish(): Promise<readonly string[]>;
  /** Closes what is open. The files are of no use then. */
  abandon(): Promise<void>;
}
