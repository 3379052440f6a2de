import type { PlatformTables } from '@atrium/database'
import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

export interface RemovedOrgTable {
  org_id: string
  removed_at: Generated<Date>
}

/** The usage of an org in both lanes, exact except for `usage_changes`. */
export interface OrgUsageTable {
  org_id: string
  bytes: Generated<number>
  count: Generated<number>
  counted_at: Date | null
  version: Generated<number>
}

/** A change of a blob, recorded before the write to the store. */
export interface UsageChangeTable {
  key: string
  org_id: string
  kind: 'put' | 'delete'
  bytes: number
  begun_at: Generated<Date>
}

export interface FilePartTable {
  org_id: string
  file: string
  at_byte: number
  bytes: Buffer
  received_at: Generated<Date>
}

/** The schema `assets`. There is no table of assets. */
export interface Database extends PlatformTables {
  removed_orgs: RemovedOrgTable
  org_usage: OrgUsageTable
  usage_changes: UsageChangeTable
  file_parts: FilePartTable
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
