import { getAuthProviders, ResolvePrincipals } from '@atrium/contracts'
import { mount } from '@atrium/http'
import { createMailer, mailSender } from '@atrium/mailer'
import { rpcHandler } from '@atrium/messaging'
import { defineService } from '@atrium/service-kit'
import { mountAuth } from './auth/auth-routes.ts'
import { openAuth } from './auth/open-auth.ts'
import { authOpenApi } from './auth/openapi.ts'
import { createPasswordHashing } from './auth/password-hashing.ts'
import { identityConfig } from './config.ts'
import type { IdentityTables } from './database.ts'
import type { Deps } from './deps.ts'
import { directory } from './directory/directory.ts'
import { migrations } from './migrations/index.ts'
import { notificationConsumers } from './notifications/consumers.ts'
import { mountOrgs } from './orgs/routes.ts'
import { createMeLoader } from './principal/me-loader.ts'
import { resolvePrincipals } from './principal/resolve-principals.ts'
import { mountMe } from './principal/routes.ts'
import { upkeep } from './upkeep/upkeep.ts'
import { type IdentityValues, identityVariables } from './variables.ts'

/** Identity: users, sessions, orgs, members, invitations, API keys, and the mails about them. */
export const identityService = defineService<IdentityTables, IdentityValues>({
  name: 'identity',
  description: 'Atrium identity',
  database: { schema: 'identity', migrations },
  variables: identityVariables,
  port: (config) => config.IDENTITY_PORT,
  async build(kit) {
    if (kit.database === undefined) throw new Error('Identity needs its database')
    const config = identityConfig(kit.config)
    const deps: Deps = {
      db: kit.database.db,
      pool: kit.database.pool,
      logger: kit.logger,
      config,
      passwords: createPasswordHashing(),
      me: createMeLoader(kit.database.pool),
    }
    const auth = await openAuth(deps)
    const app = kit.createApp()
    mountAuth(app, deps, auth)
    mountMe(app, deps)
    mountOrgs(app, { ...deps, bus: kit.bus })
    mount(app, getAuthProviders, async () => ({ signin: config.signin !== undefined, passkey: true }))
    return {
      app,
      openApi: () => authOpenApi(auth.current()),
      rpc: [rpcHandler(ResolvePrincipals, (input) => resolvePrincipals(deps, input)), ...directory(deps)],
      consumers: notificationConsumers(config),
      background: [mailSender(deps, createMailer(config.mail)), upkeep(deps), ...auth.background],
    }
  },
})
