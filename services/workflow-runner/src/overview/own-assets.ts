import type { FenceDeps } from '@atrium/asset-fences'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAssets } from './overview.db.ts'

/** The part of this service in the release of files: workflows and skills with their versions point at them. */
export const ownAssets = ({
  db,
  logger,
  now,
}: Pick<Deps, 'db' | 'logger' | 'now'>): FenceDeps<WorkflowDatabase> => ({
  db,
  logger,
  now,
  service: 'workflow',
  findLive: findAssets,
})
