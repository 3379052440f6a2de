import type { Principal } from '@atrium/contracts'
import { derivedPrincipalTokens, principalHeader } from '@atrium/http'

/**
 * Returns the header with which the gateway states a principal to a service. The service runs with
 * `env`.
 */
export async function principalHeaders(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  principal: Principal,
): Promise<Record<string, string>> {
  const tokens = derivedPrincipalTokens(service, env['AUTH_SESSION_SECRET'] ?? '')
  return { [principalHeader]: await tokens.sign(principal) }
}
