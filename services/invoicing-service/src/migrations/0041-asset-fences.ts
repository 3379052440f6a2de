import { guardAssets } from '@atrium/asset-fences'

/** Files that these records name are not deleted meanwhile, and files that they lose are offered for deletion. */
export const assetFencesMigration = guardAssets('invoicing', [
  { table: 'offers' },
  { table: 'happenings' },
  { table: 'incoming_documents' },
])
