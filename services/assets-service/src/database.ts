import type { PlatformTables } from '@atrium/database'
import type { Generated, Kysely } from 'kysely'

export interface RemovedOrgTable {
  org_id: string
  removed_at: Generated<Date>
}

/** The schema `assets`. There is no table of assets. */
export interface Database extends PlatformTables {
  removed_orgs: RemovedOrgTable
}

export type Db = Kysely<Database>
