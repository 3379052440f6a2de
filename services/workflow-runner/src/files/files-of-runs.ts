/** Re-exported for the features that write runs. */
export { countFileBytes, type KeptFile, takeOverFiles, useFilesOfSeeds } from './item-files.db.ts'
