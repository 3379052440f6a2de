import type { FenceDeps } from '@atrium/asset-fences'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findLogosAndPictures } from './directory.db.ts'

/** Tells the asset release which logos and member pictures are in use. */
export const ownAssets = ({
  db,
  logger,
  now,
}: Pick<Deps, 'db' | 'logger' | 'now'>): FenceDeps<Database> => ({
  db,
  logger,
  service: 'identity',
  findLive: findLogosAndPictures,
  now,
})
