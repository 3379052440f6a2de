import type { Background } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { isDiscoverable } from './signin-provider.ts'

export interface OpenAuth {
  /** The instance to use now. */
  current(): Auth
  /** Work that goes on until the identity provider has been reached; empty when there is nothing to wait for. */
  background: readonly Background[]
}

const retryMs = 15_000

/** Sets better-auth up. An identity provider that is away does not hold up the boot: it is added once it answers. */
export async function openAuth(deps: Deps): Promise<OpenAuth> {
  const { signin } = deps.config
  const reached = signin !== undefined && (await isDiscoverable(signin))
  let auth = createAuth(deps, reached ? signin : undefined)
  await auth.$context
  if (signin === undefined || reached) return { current: () => auth, background: [] }

  deps.logger.warn('[auth] the identity provider does not answer - sign-in with it unavailable until it does')
  let waiting = true
  const reach = async (): Promise<void> => {
    if (!waiting || !(await isDiscoverable(signin))) return
    const complete = createAuth(deps, signin)
    await complete.$context
    auth = complete
    waiting = false
    deps.logger.info('[auth] the identity provider answers')
  }
  return { current: () => auth, background: [{ name: 'signin-provider', everyMs: retryMs, run: reach }] }
}
