import type { PlatformConfig } from '@atrium/config'
import type { Principal } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { Db, Transaction } from './database.ts'
import type { Processor } from './payments/processor.ts'

/** What the verbs of this service need. */
export interface Deps {
  db: Db
  bus: Bus
  config: PlatformConfig
  logger: Logger
  /** Null while `PAYMENTS_SECRET_KEY` is unset. */
  processor: Processor | null
  /** Now, in UTC; the one clock. */
  now(): Date
}

/** Who asks, and the transaction to join when there is one. */
export interface Ctx<P extends Principal = Principal> {
  principal: P
  tx?: Transaction | undefined
}
