/** Re-exported because other features write runs, too. */
export { countItemFiles, type KeptFile, takeOverFiles, useFilesOfSeeds } from './item-files.db.ts'
