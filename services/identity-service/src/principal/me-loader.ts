import type { Principal } from '@atrium/contracts'
import DataLoader from 'dataloader'
import type { Deps } from '../deps.ts'
import { findMe, type MeRow } from './principal.db.ts'

/** Looks callers up, all that ask in one turn of the event loop with one query; nothing is remembered. */
export type MeLoader = DataLoader<Principal, MeRow | undefined>

/** A loader over this pool. Its `load` throws what the database throws. */
export const createMeLoader = (pool: Deps['pool']): MeLoader =>
  new DataLoader((principals) => findMe(pool, principals), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: setImmediate,
  })
