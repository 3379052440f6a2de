import type { Hono } from 'hono'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { OAuthServer } from './oauth-state.ts'
import type { OAuthGrant } from './oauth-tokens.ts'
import { watching } from './with-faults.ts'

/** Mounts the provider's access token information at `/<network>/tokeninfo`. */
export function mountTokenInfo(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  failure: (status: number) => object,
  more: (grant: OAuthGrant) => object = () => ({}),
): void {
  const { network, clientId } = server.settings
  const watch = watching(network, server, ({ status }) => failure(status))
  app.post(`/${network}/tokeninfo`, (c) =>
    watch(c, () => {
      const token = server.bearer(c)
      if (typeof token === 'string') {
        return c.json({ error: 'invalid_token', error_description: 'Invalid Value' }, 400)
      }
      const scope = token.grant.scopes.join(' ')
      return c.json({ azp: clientId, aud: clientId, ...more(token.grant), scope })
    }),
  )
}
