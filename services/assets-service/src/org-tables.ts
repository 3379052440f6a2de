import type { OrgTables } from '@atrium/database'
import type { Database } from './database.ts'

/** The tables with rows of an org. `BlobStore.purge` deletes its blobs. */
export const orgTables: OrgTables<Database> = {
  deleted: [
    'usage_changes',
    'org_usage',
    'file_parts',
    'file_descriptions',
    'picture_sizes',
    'exports',
  ],
  kept: {
    outbox: 'its events are published after the end of the org',
    removed_orgs: 'an upload that ends after the purge looks its org up here',
  },
}
