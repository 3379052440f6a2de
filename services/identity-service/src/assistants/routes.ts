import { endMcpGrant, listMcpGrants } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { OpenAuth } from '../auth/open-auth.ts'
import type { Deps } from '../deps.ts'
import { endGrant, listGrants } from './grants.ts'
import { grantScopes } from './oauth-server.ts'

/** The grants of assistants, and the documents by which a client finds its way to one (RFC 9728, RFC 8414). */
export function assistantRoutes(app: Hono<AppEnv>, deps: Deps, auth: Pick<OpenAuth, 'current'>): void {
  mount(app, listMcpGrants, async (call) => ({ items: await listGrants(deps, call) }))
  mount(app, endMcpGrant, async (call) => endGrant(deps, call, call.params.id))

  const resource = {
    resource: deps.config.assistantsUrl,
    resource_name: 'Atrium',
    authorization_servers: [`${deps.config.authOrigin}/api/auth`],
    scopes_supported: grantScopes,
    bearer_methods_supported: ['header'],
  }
  for (const path of ['', '/api/mcp']) {
    app.get(`/.well-known/oauth-protected-resource${path}`, (c) => {
      c.set('operation', 'oauth-protected-resource')
      return c.json(resource)
    })
  }
  for (const path of ['', '/api/auth']) {
    app.get(`/.well-known/oauth-authorization-server${path}`, async (c) => {
      c.set('operation', 'oauth-authorization-server')
      const { introspection_endpoint: _, ...server } = await auth.current().api.getOAuthServerConfig()
      return c.json({ ...server, grant_types_supported: ['authorization_code', 'refresh_token'] })
    })
  }
}
