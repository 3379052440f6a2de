import { endMcpGrant, listMcpGrants } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { OpenAuth } from '../auth/open-auth.ts'
import type { Deps } from '../deps.ts'
import { endGrant, listGrants } from './grants.ts'
import { grantScopes } from './oauth-server.ts'

const unsupported: ReadonlySet<string> = new Set([
  'introspection_endpoint',
  'introspection_endpoint_auth_methods_supported',
  'introspection_endpoint_auth_signing_alg_values_supported',
  'dpop_signing_alg_values_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
])
const authMethods = ['none', 'client_secret_basic', 'client_secret_post']
const served = {
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
}

/** Adds the routes for grants and the OAuth discovery documents (RFC 9728, RFC 8414). */
export function assistantRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  auth: Pick<OpenAuth, 'current'>,
): void {
  mount(app, listMcpGrants, (call) => listGrants(deps, call, call.query))
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
      const metadata = Object.entries(await auth.current().api.getOAuthServerConfig())
      const supported = metadata.filter(([name]) => !unsupported.has(name))
      return c.json({ ...Object.fromEntries(supported), ...served })
    })
  }
}
