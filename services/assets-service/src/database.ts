import type { PlatformTables } from '@atrium/database'
import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

export interface RemovedOrgTable {
  org_id: string
  removed_at: Generated<Date>
}

/** What an org has stored: both lanes, exact but for `usage_changes`. */
export interface OrgUsageTable {
  org_id: string
  bytes: Generated<number>
  count: Generated<number>
  counted_at: Date | null
}

/** A blob that is being stored or deleted, noted before the store is touched. */
export interface UsageChangeTable {
  key: string
  org_id: string
  kind: 'put' | 'delete'
  bytes: number
  begun_at: Generated<Date>
}

/** The schema `assets`. There is no table of assets. */
export interface Database extends PlatformTables {
  removed_orgs: RemovedOrgTable
  org_usage: OrgUsageTable
  usage_changes: UsageChangeTable
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
