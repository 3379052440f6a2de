import type { FenceDeps } from '@atrium/asset-fences'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAssets } from './overview.db.ts'

/** Keeps assets from deletion while workflows, skills or their versions name them. */
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
