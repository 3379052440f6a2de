import type { PlatformTables } from '@atrium/database'
import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

export interface RemovedOrgTable {
  org_id: string
  removed_at: Generated<Date>
}

/** Usage of an org in both lanes. It is exact except for the changes in `usage_changes`. */
export interface OrgUsageTable {
  org_id: string
  bytes: Generated<number>
  count: Generated<number>
  counted_at: Date | null
  version: Generated<number>
}

/** A blob change, recorded before the write to the store. */
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

/**
 * The name, text and tags that users give a file and find it by. A blob without a row is also a
 * file.
 */
export interface FileDescriptionTable {
  org_id: string
  key: string
  name: string | null
  alt_text: string
  tags: string[]
  stored_at: Generated<Date>
  search: string
}

/**
 * The size of a picture, and the size and duration of a video. A file without a row is measured
 * when somebody asks.
 */
export interface PictureSizeTable {
  org_id: string
  key: string
  width: number | null
  height: number | null
  /** Null for pictures, and for videos that do not state it. */
  duration_ms: number | null
}

export interface ExportTable {
  id: string
  org_id: string
  status: Generated<'running' | 'ready' | 'failed'>
  /** How often the archive was begun. The first attempt is 1. */
  attempt: Generated<number>
  lease_until: Generated<Date>
  bytes: number | null
  created_at: Generated<Date>
  expires_at: Date | null
}

/** The schema `assets`. There is no table of assets, because the store itself knows the blobs. */
export interface Database extends PlatformTables {
  removed_orgs: RemovedOrgTable
  org_usage: OrgUsageTable
  usage_changes: UsageChangeTable
  file_parts: FilePartTable
  file_descriptions: FileDescriptionTable
  picture_sizes: PictureSizeTable
  exports: ExportTable
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
