/** Re-exported because other features write runs, too. */
export { countFileBytes, type KeptFile, takeOverFiles, useFilesOfSeeds } from './item-files.db.ts'
