import { getAuthProviders, getConfig, getHealth, getMe, purgeOrg } from '@atrium/contracts'
import { createAssets } from './assets.ts'
import { createAuth } from './auth.ts'
import { bindOperations } from './bind-operations.ts'
import { type ClientOptions, createTransport } from './transport.ts'

/**
 * A client of the platform for browsers and Node. Every call throws `AtriumError` when it is refused.
 *
 * ```ts
 * const atrium = createClient({ baseUrl: 'http://localhost:3000' })
 * await atrium.auth.signUp({ name, email, password })
 * ```
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  return {
    auth: createAuth(transport),
    assets: createAssets(transport),
    ...bindOperations(transport, {
      me: getMe,
      health: getHealth,
      config: getConfig,
      authProviders: getAuthProviders,
    }),
    orgs: bindOperations(transport, { purge: purgeOrg }),
    /** Any operation of `@atrium/contracts`. */
    call: transport.call,
    /** Any path, for what no operation describes. */
    request: transport.request,
  }
}

export type Client = ReturnType<typeof createClient>
