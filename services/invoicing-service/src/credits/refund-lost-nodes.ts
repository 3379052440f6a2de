import { WorkflowNodesLost } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { refundReservation } from './end-reservation.ts'
import { lockReservationsOfNodes } from './reservations.db.ts'

/**
 * Refunds node calls once if their results were lost with their worker (docs/reference/models.md,
 * "Cost").
 */
export const refundLostNodes = (deps: Deps) =>
  eventConsumer<Database, typeof WorkflowNodesLost.schema>(
    'refund-lost-nodes',
    WorkflowNodesLost,
    async (_tx, { orgId, data }) => {
      if (orgId === null) return
      await deps.inOrgTurn(orgId, async (tx) => {
        for (const row of await lockReservationsOfNodes(tx, orgId, data))
          await refundReservation(deps, tx, row)
      })
    },
    { batch: 1 },
  )
