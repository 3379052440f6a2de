import type { Principal } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { Db, Transaction } from './database.ts'
import type { Processor } from './payments/processor.ts'
import type { InvoicingValues } from './variables.ts'

/** Where the marketing site is told to rebuild, and how long its catalog must have been quiet. */
export interface SiteRebuild {
  url: string
  token: string
  quietMs: number
}

/** What the verbs of this service need. */
export interface Deps {
  db: Db
  bus: Bus
  config: InvoicingValues
  logger: Logger
  /** Null while `PAYMENTS_SECRET_KEY` is unset. */
  processor: Processor | null
  /** Null unless its URL and token are both set. */
  siteRebuild: SiteRebuild | null
  /** Now, in UTC; the one clock. */
  now(): Date
}

/** Who asks, and the transaction to join when there is one. */
export interface Ctx<P extends Principal = Principal> {
  principal: P
  tx?: Transaction | undefined
}

/** Stores what a request with an `Idempotency-Key` is answered in the transaction of its effect. */
export type Settle<Row> = (tx: Transaction, row: Row) => Promise<void>

/** Nothing is stored: no key, or work that nobody asked for. */
export const settleNothing = async (): Promise<void> => {}
