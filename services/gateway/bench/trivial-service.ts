import { defineVariables, serviceAddresses } from '@atrium/config'
import { getAuthProviders } from '@atrium/contracts'
import { mount } from '@atrium/http'
import { defineService, runService } from '@atrium/service-kit'

const variables = defineVariables({ owner: 'identity', table: serviceAddresses.identity })

/** A service with the platform's usual costs and one route that does nothing: what both proxies stand before. */
const trivial = defineService({
  name: 'identity',
  description: 'Atrium bench',
  variables,
  port: (config) => config.IDENTITY_PORT,
  build(kit) {
    const app = kit.createApp()
    mount(app, getAuthProviders, async () => ({ signin: false, passkey: true }))
    return { app }
  },
})

await runService(trivial)
