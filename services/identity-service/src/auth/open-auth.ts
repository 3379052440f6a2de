import type { Background } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { discover } from './sign-in/signin-provider.ts'

export interface OpenAuth {
  current(): Auth
  /** Retries the identity providers not reached yet. Takes at most three seconds. */
  reach(): Promise<void>
  /** Retries the identity provider until it responds. Empty if no retry is needed. */
  background: readonly Background[]
}

const retryMs = 15_000

/**
 * Sets better-auth up. If the identity provider is down, the boot goes ahead, and the provider is
 * added when it responds.
 */
export async function openAuth(deps: Deps): Promise<OpenAuth> {
  const { signin } = deps.config
  const found = signin && (await discover(signin))
  let auth = createAuth(deps, signin && found && { ...signin, ...found })
  await auth.$context
  if (signin === undefined || found !== undefined) {
    return { current: () => auth, reach: async () => {}, background: [] }
  }

  deps.logger.warn(
    '[auth] the identity provider does not answer - sign-in with it unavailable until it does',
  )
  let waiting = true
  const ask = async (): Promise<void> => {
    const discovered = await discover(signin)
    if (discovered === undefined) return
    const complete = createAuth(deps, { ...signin, ...discovered })
    await complete.$context
    auth = complete
    waiting = false
    deps.logger.info('[auth] the identity provider answers')
  }
  // Concurrent callers share one request to the provider.
  let asking: Promise<void> | undefined
  const reach = async (): Promise<void> => {
    if (!waiting) return
    asking ??= ask().finally(() => {
      asking = undefined
    })
    await asking
  }
  return {
    current: () => auth,
    reach,
    background: [{ name: 'signin-provider', everyMs: retryMs, run: reach }],
  }
}
