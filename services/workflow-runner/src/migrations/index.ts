import type { Migrations } from '@atrium/database'
import { workflowsAndRuns } from './0001-workflows-and-runs.ts'
import { webhooks } from './0002-webhooks.ts'
import { causesOfRuns } from './0003-causes-of-runs.ts'
import { fairDeliveries } from './0004-fair-deliveries.ts'
import { seededTemplates } from './0005-seeded-templates.ts'
import { renewedSecrets } from './0006-renewed-secrets.ts'
import { statisticsOfRuns } from './0007-statistics-of-runs.ts'
import { ledgerAndCursors } from './0008-ledger-and-cursors.ts'
import { parkedRuns } from './0009-parked-runs.ts'
import { hooks } from './0010-hooks.ts'
import { credentials } from './0011-credentials.ts'
import { outgoing } from './0012-outgoing.ts'
import { skills } from './0013-skills.ts'
import { calledRuns } from './0014-called-runs.ts'
import { runsOfAMonth } from './0015-runs-of-a-month.ts'
import { versionsAndPins } from './0016-versions-and-pins.ts'
import { agentRuns } from './0017-agent-runs.ts'
import { queueSamples } from './0018-queue-samples.ts'
import { openAgentRuns } from './0019-open-agent-runs.ts'
import { transcriptFiles } from './0020-transcript-files.ts'
import { membersAndDoomedFiles } from './0021-members-and-doomed-files.ts'
import { transcriptSums } from './0022-transcript-sums.ts'
import { unsubscribeLinks } from './0023-unsubscribe-links.ts'
import { hookCalls } from './0024-hook-calls.ts'
import { readItems } from './0025-read-items.ts'
import { callableWorkflows } from './0026-callable-workflows.ts'
import { itemFiles } from './0027-item-files.ts'
import { givenUpItems } from './0028-given-up-items.ts'
import { mailFiles } from './0029-mail-files.ts'
import { assetFences } from './0030-asset-fences.ts'
import { foldedSearch } from './0031-folded-search.ts'

export const migrations: Migrations = {
  '0001-workflows-and-runs': workflowsAndRuns,
  '0002-webhooks': webhooks,
  '0003-causes-of-runs': causesOfRuns,
  '0004-fair-deliveries': fairDeliveries,
  '0005-seeded-templates': seededTemplates,
  '0006-renewed-secrets': renewedSecrets,
  '0007-statistics-of-runs': statisticsOfRuns,
  '0008-ledger-and-cursors': ledgerAndCursors,
  '0009-parked-runs': parkedRuns,
  '0010-hooks': hooks,
  '0011-credentials': credentials,
  '0012-outgoing': outgoing,
  '0013-skills': skills,
  '0014-called-runs': calledRuns,
  '0015-runs-of-a-month': runsOfAMonth,
  '0016-versions-and-pins': versionsAndPins,
  '0017-agent-runs': agentRuns,
  '0018-queue-samples': queueSamples,
  '0019-open-agent-runs': openAgentRuns,
  '0020-transcript-files': transcriptFiles,
  '0021-members-and-doomed-files': membersAndDoomedFiles,
  '0022-transcript-sums': transcriptSums,
  '0023-unsubscribe-links': unsubscribeLinks,
  '0024-hook-calls': hookCalls,
  '0025-read-items': readItems,
  '0026-callable-workflows': callableWorkflows,
  '0027-item-files': itemFiles,
  '0028-given-up-items': givenUpItems,
  '0029-mail-files': mailFiles,
  '0030-asset-fences': assetFences,
  '0031-folded-search': foldedSearch,
}
