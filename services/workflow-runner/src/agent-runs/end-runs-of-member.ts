import { OrgMemberLeft } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { lockOpenAgentRuns } from './agent-runs.db.ts'
import { endByForce } from './queue-agent-run.ts'

/** Cancels the runs of a person who left the organisation: no agent of theirs may claim or hold one any more. */
export const endRunsOfMember = ({ logger }: Pick<Deps, 'logger'>): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof OrgMemberLeft.schema>(
    'agent-runs-of-member',
    OrgMemberLeft,
    async (tx, { data: { orgId, userId } }) => {
      const runs = await lockOpenAgentRuns(tx, { orgId, userId })
      for (const run of runs) await endByForce(tx, run, 'Its person has left the organisation')
      if (runs.length > 0)
        logger.info({ org: orgId, userId, runs: runs.length }, 'agent runs of a member ended')
    },
    // Who left before may have come back.
    { from: 'now' },
  )
