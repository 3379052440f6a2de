import { guardAssets } from '@atrium/asset-fences'

/**
 * Protects files from deletion while these records use them, and offers files for deletion when the
 * records drop them.
 */
export const assetFences = guardAssets('identity', [
  { table: 'org_settings' },
  { table: 'organization', orgs: 'select $row.id' },
  {
    table: 'user',
    orgs: 'select "organizationId" from member where "userId" = $row.id',
    columns: ['image'],
  },
])
