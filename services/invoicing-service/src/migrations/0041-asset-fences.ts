import { guardAssets } from '@atrium/asset-fences'

/**
 * Protects files from deletion while these records refer to them, and offers files for deletion
 * when a record no longer does.
 */
export const assetFencesMigration = guardAssets('invoicing', [
  { table: 'offers' },
  { table: 'happenings' },
  { table: 'incoming_documents' },
])
