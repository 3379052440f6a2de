import type { Principal } from '@atrium/contracts'
import { derivedPrincipalTokens, principalHeader } from '@atrium/http'

/** Returns the gateway's principal header for a service with this `env`. */
export async function principalHeaders(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  principal: Principal,
): Promise<Record<string, string>> {
  const tokens = derivedPrincipalTokens(service, env['AUTH_SESSION_SECRET'] ?? '')
  return { [principalHeader]: await tokens.sign(principal) }
}
