import type { FenceDeps } from '@atrium/asset-fences'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findLogosAndPictures } from './directory.db.ts'

/** The part of this service in the release of files: logos and pictures of members point at them. */
export const ownAssets = ({ db, logger }: Pick<Deps, 'db' | 'logger'>): FenceDeps<Database> => ({
  db,
  logger,
  service: 'identity',
  findLive: findLogosAndPictures,
  now: () => new Date(),
})
