import { guardAssets } from '@atrium/asset-fences'

/** Files that these records name are not deleted meanwhile, and files that they lose are offered for deletion. */
export const assetFences = guardAssets('identity', [
  { table: 'org_settings' },
  { table: 'organization', orgs: 'select $row.id' },
  {
    table: 'user',
    orgs: 'select "organizationId" from member where "userId" = $row.id',
    columns: ['image'],
  },
])
