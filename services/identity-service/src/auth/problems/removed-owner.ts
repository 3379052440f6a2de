import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { roleOf } from '../../orgs/find-role.ts'
import type { Auth } from '../create-auth.ts'
import { parsedJson } from './auth-problem.ts'
import { refused } from './refusals.ts'

const changesOwners = new Set([
  '/api/auth/organization/remove-member',
  '/api/auth/organization/update-member-role',
])
const refusals = /^(?:LAST_OWNER$|MEMBER_NOT_FOUND$|YOU_CANNOT_LEAVE_THE_ORGANIZATION_)/
const Refused = z.object({ code: z.string().regex(refusals) })
const Named = z.object({ organizationId: z.string().nullish() })

/**
 * Corrects the error if two owners remove each other at the same time. better-auth then rejects one
 * of the requests because an org needs an owner or because a member is not found. Returns 403 if
 * the caller no longer belongs to the org, because that is the real reason. Returns undefined for
 * every other response.
 */
export async function refusalOfRemovedOwner(
  deps: Pick<Deps, 'db'>,
  auth: Auth,
  { request, body, answer }: { request: Request; body: Uint8Array; answer: Response },
): Promise<Response | undefined> {
  if (answer.status < 400 || !changesOwners.has(new URL(request.url).pathname)) return undefined
  if (!Refused.safeParse(parsedJson(await answer.clone().text())).success) return undefined
  const caller = await auth.api.getSession({ headers: request.headers })
  const named = Named.safeParse(parsedJson(new TextDecoder().decode(body))).data?.organizationId
  const orgId = named ?? caller?.session.activeOrganizationId
  if (caller === null || orgId == null) return undefined
  if ((await roleOf(deps.db, { orgId, userId: caller.user.id })) !== undefined) return undefined
  return refused({
    status: 403,
    code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    message: 'You are no longer a member of this organisation',
  })
}
