import { getAccounting, listAgentRuns, listApprovals } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { factQuery } from '../../platform/records/overview.ts'
import { useMe } from '../../platform/session/me.ts'
import {
  accountingPlace,
  agentTasksPlace,
  approvalsPlace,
  type Place,
  places,
} from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

// Few deployments have accounting.
const accountingQuery = {
  ...factQuery(
    ['accounting', 'place'],
    ({ menu }) => menu.accounting,
    async (options) => (await atrium.call(getAccounting, {}, options)).enabled,
  ),
  staleTime: Number.POSITIVE_INFINITY,
}

const one = { query: { limit: 1 } }

const approvalsQuery = factQuery(
  ['approvals', 'place'],
  ({ menu }) => menu.approvals,
  async (options) => (await atrium.call(listApprovals, one, options)).total > 0,
)

const agentTasksQuery = factQuery(
  ['agent-runs', 'place'],
  ({ menu }) => menu.agentTasks,
  async (options) => (await atrium.call(listAgentRuns, one, options)).total > 0,
)

/** Returns the pages in the menu. A page without records is only there while it is open. */
export function usePlaces(): readonly Place[] {
  const { user } = useMe()
  const { data: hasAccounting = false } = useQuery(accountingQuery)
  const { data: hasApprovals = false } = useQuery(approvalsQuery)
  const { data: hasAgentTasks = false } = useQuery(agentTasksQuery)
  const open = useLocation({ select: ({ pathname }) => pathname.split('/', 2)[1] })
  const showsApprovals = hasApprovals || open === 'approvals'
  const showsAgentTasks = hasAgentTasks || open === 'agent-tasks'
  return useMemo(() => {
    const visiblePlaces = user.isAdmin ? places : withoutOperator
    const further = new Map<string, Place>([
      ...(hasAccounting ? [['Bank', accountingPlace] as const] : []),
      ...(showsApprovals ? [['Workflows', approvalsPlace] as const] : []),
      ...(showsAgentTasks ? [['Writing guides', agentTasksPlace] as const] : []),
    ])
    return visiblePlaces.flatMap((place) => {
      const next = further.get(place.label)
      return next === undefined ? [place] : [place, next]
    })
  }, [user.isAdmin, hasAccounting, showsApprovals, showsAgentTasks])
}
