import { getAuthProviders, getMe as getMeOperation, ResolvePrincipal } from '@atrium/contracts'
import { mount } from '@atrium/http'
import { rpcHandler } from '@atrium/messaging'
import { defineService } from '@atrium/service-kit'
import { mountAuth } from './auth/auth-routes.ts'
import { createAuth } from './auth/create-auth.ts'
import { identityConfig } from './config.ts'
import type { IdentityTables } from './database.ts'
import type { Deps } from './deps.ts'
import { migrations } from './migrations/index.ts'
import { getMe } from './principal/get-me.ts'
import { resolvePrincipal } from './principal/resolve-principal.ts'

/** Identity: users, sessions, orgs, members, invitations, API keys. */
export const identityService = defineService<IdentityTables>({
  name: 'identity',
  description: 'Atrium identity',
  database: { schema: 'identity', migrations },
  port: (config) => config.IDENTITY_PORT,
  async build(kit) {
    if (kit.database === undefined) throw new Error('Identity needs its database')
    const config = identityConfig(kit.config)
    const deps: Deps = { db: kit.database.db, pool: kit.database.pool, logger: kit.logger, config }
    const auth = createAuth(deps)
    await auth.$context
    const app = kit.createApp()
    mountAuth(app, deps, () => auth)
    mount(app, getMeOperation, ({ principal }) => getMe(deps, { principal }))
    mount(app, getAuthProviders, async () => ({ signin: config.signin !== undefined, passkey: true }))
    return {
      app,
      operations: [getMeOperation, getAuthProviders],
      rpc: [rpcHandler(ResolvePrincipal, (input) => resolvePrincipal(deps, input))],
    }
  },
})
