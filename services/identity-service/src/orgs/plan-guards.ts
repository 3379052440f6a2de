import { AppError, IdentityPlanUsage } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { checkPlanRoom } from '@atrium/service-kit'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, refuse } from '../guards/hook-context.ts'
import { countMembers, findInvitingOrg } from './members.db.ts'

const Acceptance = z.object({ invitationId: z.string() })

/** Throws 402 `PLAN_LIMIT` if the org's plan has no room for another member. */
export async function requireMemberRoom({ db, bus }: Deps, orgId: string): Promise<void> {
  const wanted = { orgId, resource: 'members', countUsed: () => countMembers(db, orgId) } as const
  await checkPlanRoom(bus, wanted).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'payment_required') {
      throw refuse('PAYMENT_REQUIRED', 'PLAN_LIMIT', error.message)
    }
    throw error
  })
}

/**
 * Requires room in the org's plan before an invitation is accepted. better-auth itself rejects an
 * invitation to somebody else.
 */
export async function checkAcceptance(deps: Deps, context: HookContext): Promise<void> {
  const { data } = Acceptance.safeParse(context.body)
  const orgId = data === undefined ? undefined : await findInvitingOrg(deps.db, data.invitationId)
  if (orgId !== undefined) await requireMemberRoom(deps, orgId)
}

export const planUsageRpc = ({ db }: Pick<Deps, 'db'>): RpcHandler =>
  rpcHandler(IdentityPlanUsage, async ({ orgId }) => ({
    used: { members: await countMembers(db, orgId) },
  }))
