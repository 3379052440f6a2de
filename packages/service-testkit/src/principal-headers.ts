import type { Principal } from '@atrium/contracts'
import { createPrincipalTokens, principalHeader } from '@atrium/http'

/** The header with which the gateway states a caller to a service that runs with `env`. */
export async function principalHeaders(
  env: Readonly<Record<string, string | undefined>>,
  principal: Principal,
): Promise<Record<string, string>> {
  const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
  return { [principalHeader]: await tokens.sign(principal) }
}
