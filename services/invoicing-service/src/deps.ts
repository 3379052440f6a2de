import type { OrgPrincipal, PlanLimits, Principal } from '@atrium/contracts'
import type { Ctx as BaseCtx, ReadKnownZone } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Counter } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { InOrgTurn } from './credits/org-turns.ts'
import type { Database, Db, Transaction } from './database.ts'
import type { LogoReader } from './documents/logo-reader.ts'
import type { DocumentRenderer } from './pdf/document-renderer.ts'
import type { Processor } from './processor/processor.ts'
import type { InvoicingValues } from './variables.ts'

/** The rebuild URL of the marketing site, and how long the catalog is quiet before a rebuild, in milliseconds. */
export interface SiteRebuild {
  url: string
  token: string
  quietMs: number
}

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  /** A time zone as SQL can use it. */
  readKnownZone: ReadKnownZone
  config: InvoicingValues
  /** The current time; the only clock. */
  now(): Date
  /** The transactions of the ledger of credits. */
  inOrgTurn: InOrgTurn
  /** The parsed `PLAN_LIMITS`; empty while it is unset. */
  planLimits: PlanLimits
  /** Mails about invoices beyond the first one: `again` by a person, `reminder` by the platform. */
  mails: Counter<'kind'>
  /** Orgs whose kept sums were compared with their invoices: `right`, `differing`, or the comparison `failed`. */
  checkedSums: Counter<'outcome'>
  documents: DocumentRenderer
  logos: LogoReader
  /** Null while `PAYMENTS_SECRET_KEY` is unset. */
  processor: Processor | null
  /** Null unless its URL and token are both set. */
  siteRebuild: SiteRebuild | null
}

/** The caller, and the transaction to join when there is one. */
export type Ctx<P extends Principal | null = OrgPrincipal> = Pick<BaseCtx<Database>, 'tx'> & { principal: P }

/** Stores the answer to a request with an `Idempotency-Key` in the transaction of its effect. */
export type Settle<Row> = (tx: Transaction, row: Row) => Promise<void>
