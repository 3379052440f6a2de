import type { FenceDeps } from '@atrium/asset-fences'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAssets } from './overview.db.ts'

/**
 * Takes part in the release of files, because offers, events and incoming documents refer to them.
 */
export const ownAssets = ({
  db,
  logger,
  now,
}: Pick<Deps, 'db' | 'logger' | 'now'>): FenceDeps<Database> => ({
  db,
  logger,
  now,
  service: 'invoicing',
  findLive: findAssets,
})
