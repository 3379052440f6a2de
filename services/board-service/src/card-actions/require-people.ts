import { commonErrors, FindCustomers, invalidField, RoleOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'

interface NamedPeople {
  assigneeId?: string | null | undefined
  customerId?: string | null | undefined
}

/**
 * Checks that a card's assignee is a member and that its customer belongs to the organisation. Call
 * this before a row is locked, because no row may stay locked during a call to another service.
 * Throws `validation_failed` (400), `not_found` (404), `unavailable` (503).
 */
export async function requirePeople(
  deps: Deps,
  ctx: Ctx,
  { assigneeId, customerId }: NamedPeople,
): Promise<void> {
  await Promise.all([
    requireAssignee(deps, ctx, assigneeId),
    requireCustomer(deps, ctx, customerId),
  ])
}

async function requireAssignee({ bus }: Deps, ctx: Ctx, userId: string | null | undefined) {
  if (userId == null) return
  const { orgId } = ctx.principal
  // A signed-in caller is a member.
  if (userId === ctx.principal.userId && ctx.agent === undefined) return
  const { role } = await callRpc(bus, RoleOf, { orgId, userId })
  if (role === null) throw invalidField('assigneeId', 'Choose a member of your organisation')
}

async function requireCustomer({ bus }: Deps, ctx: Ctx, id: string | null | undefined) {
  if (id == null) return
  const { orgId } = ctx.principal
  const wanted = { orgId, field: 'id', value: id, limit: 1 } as const
  const { items } = await callRpc(bus, FindCustomers, wanted)
  if (items[0]?.id !== id) throw commonErrors.not_found({ message: 'No such customer' })
}
