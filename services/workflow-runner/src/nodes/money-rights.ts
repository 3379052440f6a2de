import { commonErrors, type OrgPrincipal, type OrgRole, roleAtLeast } from '@atrium/contracts'
import { type NodeContext, NodeError, type NodeResult } from '../engine/index.ts'
import type { NodePorts } from './ports.ts'

export const mayIssueMoney = (role: OrgRole | null): boolean =>
  role !== null && roleAtLeast(role, 'admin')

/** Throws `forbidden` unless the principal may issue invoices or move money. */
export function requireMoneyRights(principal: OrgPrincipal): void {
  if (mayIssueMoney(principal.role)) return
  throw commonErrors.forbidden({
    message:
      'This workflow issues invoices or moves money. Only an owner or admin can activate, change or run it.',
  })
}

type ActingFor = Pick<
  NodeContext<NodePorts>,
  'orgId' | 'userId' | 'workflowId' | 'ports' | 'signal'
>

/**
 * Wraps a node so that each call checks the user's role. The platform's own schedules have no
 * organisation and need no check.
 */
export const withMoneyRights =
  <Context extends ActingFor, Rest extends unknown[]>(
    execute: (...call: [...Rest, Context]) => NodeResult | Promise<NodeResult>,
  ) =>
  async (...call: [...Rest, Context]): Promise<NodeResult> => {
    await requireMoneyRightsOfRun(call.at(-1) as Context)
    return execute(...call)
  }

/** Throws `NodeError` unless the run's user may issue invoices or move money. */
export async function requireMoneyRightsOfRun({
  orgId,
  userId,
  workflowId,
  ports,
  signal,
}: ActingFor): Promise<void> {
  if (orgId === null) return
  const { role } = await ports.roleOf({ orgId, userId }, signal)
  if (mayIssueMoney(role)) return
  const who = role === null ? 'is no longer a member of the organisation' : `has the role ${role}`
  throw new NodeError(
    `This step issues invoices or moves money, and only an owner or admin may do that. The person this run acts for ${who}. ` +
      'Ask an owner or admin to activate or run the workflow.',
    { fix: { label: 'Open the workflow', href: `/workflows/${workflowId}` } },
  )
}
