import type { Generated, Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'

/** A service's tables for the release routine. */
export interface FenceTables {
  release_candidates: {
    org_id: string
    asset_key: string
    due_at: Date
    attempts: Generated<number>
    generation: Generated<string>
  }
  asset_fences: {
    asset_key: string
    release_id: string
    org_id: string
    released: boolean
    until: Date
  }
}

/** What a service needs to take part in the release routine. */
export interface FenceDeps<DB> {
  readonly db: Kysely<DB>
  readonly logger: Pick<Logger, 'warn'>
  now(): Date
  /** The service name. It is part of the lock on an organisation's files. */
  readonly service: string
  /** Returns the keys in the organisation's records. If a scan throws, every candidate is kept. */
  findLive(tx: Transaction<DB>, orgId: string, keys: readonly string[]): Promise<Iterable<string>>
}
