export type { MovieFile } from './metadata/movie-boxes.ts'
export { readMovieFacts } from './metadata/read-movie-facts.ts'
export { type MovieOutcome, stripMovie } from './metadata/strip-movie.ts'
export {
  createPicturePool,
  type PicturePool,
  type PicturePoolOptions,
  pictureProcesses,
} from './picture-pool.ts'
export {
  mostPixels,
  PictureError,
  type PictureSize,
  type PictureType,
  type PictureWork,
} from './picture-work.ts'
