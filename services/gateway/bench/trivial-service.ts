import { defineVariables, serviceAddresses } from '@atrium/config'
import { getAuthProviders, ResolvePrincipals } from '@atrium/contracts'
import { mount } from '@atrium/http'
import { rpcHandler } from '@atrium/messaging'
import { defineService, runService } from '@atrium/service-kit'

const variables = defineVariables({ owner: 'identity', table: serviceAddresses.identity })

/** Replaces identity, so that each stream can have its own user. */
const trivial = defineService({
  name: 'identity',
  description: 'Atrium bench',
  variables,
  port: (config) => config.IDENTITY_PORT,
  build(kit) {
    const app = kit.createApp()
    mount(app, getAuthProviders, async () => ({ signin: false, passkey: true }))
    // The session cookie is the user's name. All users are members of one org.
    const resolve = rpcHandler(ResolvePrincipals, async ({ credentials }) => ({
      resolved: credentials.map(({ sessionCookie = '' }) => ({
        outcome: 'authenticated' as const,
        principal: {
          userId: sessionCookie,
          orgId: 'org_bench',
          role: 'member' as const,
          isAdmin: false,
          via: 'session' as const,
          credentialId: sessionCookie,
        },
      })),
    }))
    return { app, rpc: [resolve] }
  },
})

await runService(trivial)
