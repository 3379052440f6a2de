import type { NewId, OrgPrincipal, PlanLimits, Principal } from '@atrium/contracts'
import type { Ctx as BaseCtx, ReadKnownZone } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Counter } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { StatementReader } from './bank/formats/statement-reader.ts'
import type { InOrgTurn } from './credits/org-turns.ts'
import type { Database, Db, Transaction } from './database.ts'
import type { LogoReader } from './documents/logo-reader.ts'
import type { DocumentRenderer } from './pdf/document-renderer.ts'
import type { Processor } from './processor/processor.ts'
import type { InvoicingValues } from './variables.ts'

/**
 * The marketing site's rebuild URL, and how long the catalog must be unchanged before a rebuild, in
 * milliseconds.
 */
export interface SiteRebuild {
  url: string
  token: string
  quietMs: number
}

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  /** Returns a zone name that PostgreSQL accepts. */
  readKnownZone: ReadKnownZone
  config: InvoicingValues
  /** The current time. Nothing else reads the clock. */
  now(): Date
  newId: NewId
  /** Runs transactions on the credit ledger. */
  inOrgTurn: InOrgTurn
  /** The parsed `PLAN_LIMITS`, empty if it is unset. */
  planLimits: PlanLimits
  /**
   * Invoice mails after the first one: `again` if a user sent it, `reminder` if the platform did.
   */
  mails: Counter<'kind'>
  documents: DocumentRenderer
  statements: StatementReader
  logos: LogoReader
  /** Null if `PAYMENTS_SECRET_KEY` is unset. */
  processor: Processor | null
  /** Null unless both its URL and its token are set. */
  siteRebuild: SiteRebuild | null
}

/** The principal, and the caller's transaction if there is one to join. */
export type Ctx<P extends Principal | null = OrgPrincipal> = Pick<BaseCtx<Database>, 'tx'> & {
  principal: P
}

/**
 * Stores the response to a request with an `Idempotency-Key` in the same transaction as its effect.
 */
export type Settle<Row> = (tx: Transaction, row: Row) => Promise<void>

export type IdSource = Pick<Deps, 'newId'>
