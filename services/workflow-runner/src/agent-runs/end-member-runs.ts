import { OrgMemberJoined, OrgMemberLeft } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { lockOpenAgentRuns } from './agent-runs.db.ts'
import { noteMember } from './members.db.ts'
import { endByForce } from './queue-agent-run.ts'

const runsAtOnce = 50
// One event per batch, because a single user may have a thousand runs.
const alone = { batch: 1 }

/**
 * When a user leaves the organisation, ends the user's runs and keeps their workflows from queueing
 * new ones.
 */
export const agentRunMembers = ({
  logger,
  endedByForce,
}: Pick<Deps, 'logger'> & {
  endedByForce: (runs: number) => void
}): EventConsumer<WorkflowDatabase>[] => [
  eventConsumer<WorkflowDatabase, typeof OrgMemberLeft.schema>(
    'agent-runs-of-member',
    OrgMemberLeft,
    async (tx, { data: { orgId, userId }, occurredAt }) => {
      // If the user has come back since, their later runs continue.
      const until = new Date(occurredAt)
      await noteMember(tx, { orgId, userId }, true, until)
      let count = 0
      for (let ended = runsAtOnce; ended === runsAtOnce; count += ended) {
        const runs = await lockOpenAgentRuns(tx, { orgId, userId }, until, runsAtOnce)
        for (const run of runs)
          await endByForce(tx, run, 'The person who started this has left the organisation')
        ended = runs.length
      }
      if (count === 0) return
      endedByForce(count)
      logger.info({ org: orgId, userId, runs: count }, 'agent runs of a member ended')
    },
    { from: 'now', ...alone },
  ),
  eventConsumer<WorkflowDatabase, typeof OrgMemberJoined.schema>(
    'agent-run-members',
    OrgMemberJoined,
    (tx, { data, occurredAt }) => noteMember(tx, data, false, new Date(occurredAt)),
    { from: 'now' },
  ),
]
