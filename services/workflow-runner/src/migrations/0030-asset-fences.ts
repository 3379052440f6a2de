import { guardAssets } from '@atrium/asset-fences'

/** Files that these records name are not deleted meanwhile, and files that they lose are offered for deletion. */
export const assetFences = guardAssets('workflow', [
  { table: 'workflows', columns: ['name', 'description', 'graph'] },
  { table: 'workflow_versions' },
  { table: 'skills' },
  { table: 'skill_versions' },
])
