import { guardAssets } from '@atrium/asset-fences'

/**
 * While these records name a file, the file is not deleted. If they drop a file, the file is
 * offered for deletion.
 */
export const assetFences = guardAssets('workflow', [
  { table: 'workflows', columns: ['name', 'description', 'graph'] },
  { table: 'workflow_versions' },
  { table: 'skills' },
  { table: 'skill_versions' },
])
