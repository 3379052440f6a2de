import {
  BoardOverview,
  ConnectOverview,
  type getOverview,
  IdentityOverview,
  InvoicingOverview,
  type OrgPrincipal,
  WorkflowOverview,
} from '@atrium/contracts'
import type { z } from 'zod'
import { askServices, type OverviewDeps } from './ask-services.ts'
import { sortBySeverity } from './overview.ts'

type Overview = z.output<(typeof getOverview.responses)[200]['schema']>

/** Returns what Home shows, with one request to each service. Never throws. */
export async function readOverview(
  deps: OverviewDeps,
  { orgId, userId, role }: Pick<OrgPrincipal, 'orgId' | 'userId' | 'role'>,
): Promise<Overview> {
  const caller = { orgId, userId }
  const all = await Promise.all([
    askServices(deps, { board: BoardOverview }, caller),
    askServices(deps, { connect: ConnectOverview }, caller),
    askServices(deps, { invoicing: InvoicingOverview }, caller),
    askServices(deps, { workflow: WorkflowOverview }, caller),
    askServices(deps, { identity: IdentityOverview }, { orgId, userId, role }),
  ])
  const [[board], [connect], [invoicing], [workflow], [identity]] = [
    all[0].answers,
    all[1].answers,
    all[2].answers,
    all[3].answers,
    all[4].answers,
  ]
  return {
    money: invoicing?.money ?? null,
    postsNextWeek: board?.postsNextWeek ?? null,
    items: sortBySeverity(
      [board, connect, invoicing, workflow].flatMap((answer) => answer?.items ?? []),
    ),
    steps: {
      invoicing: invoicing?.isSetUp ?? null,
      invoice: invoicing?.hasIssuedInvoice ?? null,
      account: connect?.hasAccount ?? null,
      post: board?.hasPost ?? null,
      card: board?.hasCard ?? null,
      workflow: workflow?.hasActiveWorkflow ?? null,
      colleague: identity === undefined ? null : identity.members > 1,
    },
    activity: identity?.activity ?? null,
    viewer: identity?.viewer ?? null,
    menu: {
      accounting: invoicing?.hasAccounting ?? null,
      approvals: workflow?.hasApproval ?? null,
      agentTasks: workflow?.hasAgentRun ?? null,
    },
    unavailable: all.flatMap(({ unavailable }) => unavailable),
  }
}
