import { guardAssets } from '@atrium/asset-fences'
import type { Migrations } from '@atrium/database'
import { addMailHtml } from '@atrium/mailer'
import { workflows } from './0001-workflows.ts'
import { runs } from './0002-runs.ts'
import { agents } from './0003-agents.ts'
import { workflowLabels } from './0005-workflow-labels.ts'
import { approvalTables } from './0007-approvals.ts'
import { errorWorkflow } from './0008-error-workflow.ts'
import { approvalItems } from './0009-approval-items.ts'
import { packedNodeRuns } from './0010-packed-node-runs.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-workflows': workflows,
  '0002-runs': runs,
  '0003-agents': agents,
  '0004-asset-fences': guardAssets('workflow', [
    { table: 'workflows', columns: ['name', 'description', 'graph'] },
    { table: 'workflow_versions' },
    { table: 'skills' },
    { table: 'skill_versions' },
  ]),
  '0005-workflow-labels': workflowLabels,
  '0006-mail-html': { up: addMailHtml },
  '0007-approvals': approvalTables,
  '0008-error-workflow': errorWorkflow,
  '0009-approval-items': approvalItems,
  '0010-packed-node-runs': packedNodeRuns,
}
