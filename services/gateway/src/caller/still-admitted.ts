import { AppError, type Principal, roleAtLeast } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { readCredentials } from './credentials.ts'
import type { ResolvePrincipal } from './principal-resolver.ts'

/**
 * Resolves to true if the credential is still valid, acts for the same user and org, and has at
 * least the same rights.
 */
export type StillAdmitted = () => Promise<boolean>

/**
 * Returns a check of the request's credential against its admission. Returns undefined if the
 * request has no credential.
 */
export function stillAdmittedAs(
  { resolvePrincipal }: { readonly resolvePrincipal: ResolvePrincipal },
  { request, context }: Exchange,
  { userId, orgId, role, scopes }: Pick<Principal, 'userId' | 'orgId' | 'role' | 'scopes'>,
  require: (principal: Principal | null) => unknown = () => undefined,
): StillAdmitted | undefined {
  const credentials = readCredentials(request)
  if (credentials.kind === 'none') return undefined
  return async () => {
    try {
      const now = await resolvePrincipal(credentials, context)
      require(now)
      return now.userId === userId && now.orgId === orgId && mayAsMuch(now, { role, scopes })
    } catch (refusal) {
      // If identity does not respond, the stream stays open until the next check.
      return refusal instanceof AppError && refusal.kind === 'unavailable'
    }
  }
}

type Rights = Pick<Principal, 'role' | 'scopes'>

/** True if neither the role nor the scopes have shrunk. A caller without scopes has all of them. */
function mayAsMuch(now: Rights, before: Rights): boolean {
  if (before.role !== null && (now.role === null || !roleAtLeast(now.role, before.role)))
    return false
  const { scopes } = now
  return scopes === undefined || before.scopes?.every((scope) => scopes.includes(scope)) === true
}
