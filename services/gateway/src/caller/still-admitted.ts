import { AppError, type Principal, roleAtLeast } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { credentialsOf } from './credentials.ts'
import type { ResolvePrincipal } from './principal-resolver.ts'

/** Whether the caller of a long answer is still the same: the credential is good, acts in the same org, and may do as much. */
export type StillAdmitted = () => Promise<boolean>

/** Asks again who holds an admitted request's credential; undefined for a request without one of its own. */
export function stillAdmittedAs(
  { resolvePrincipal }: { readonly resolvePrincipal: ResolvePrincipal },
  { request, context }: Exchange,
  { userId, orgId, role, scopes }: Pick<Principal, 'userId' | 'orgId' | 'role' | 'scopes'>,
  require: (principal: Principal | null) => unknown = () => undefined,
): StillAdmitted | undefined {
  const credentials = credentialsOf(request)
  if (credentials.kind === 'none') return undefined
  return async () => {
    try {
      const now = await resolvePrincipal(credentials, context)
      require(now)
      return now.userId === userId && now.orgId === orgId && mayAsMuch(now, { role, scopes })
    } catch (refusal) {
      // Without an answer of identity the stream goes on until the next check.
      return refusal instanceof AppError && refusal.kind === 'unavailable'
    }
  }
}

type Rights = Pick<Principal, 'role' | 'scopes'>

/** Whether neither the role nor the scopes have become narrower; without scopes a caller has all. */
function mayAsMuch(now: Rights, before: Rights): boolean {
  if (before.role !== null && (now.role === null || !roleAtLeast(now.role, before.role))) return false
  const { scopes } = now
  return scopes === undefined || before.scopes?.every((scope) => scopes.includes(scope)) === true
}
