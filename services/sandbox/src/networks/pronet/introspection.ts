import type { Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { watching } from '../with-faults.ts'
import { PronetError, switched } from './pronet-error.ts'

/** Mounts the introspection of an app's own tokens. */
export function mountIntrospection(app: Hono<SandboxEnv>, server: OAuthServer): void {
  const { settings, tokens } = server
  app.post('/pronet/oauth/v2/introspectToken', (c) =>
    watching(
      'pronet',
      server,
      switched,
    )(c, async () => {
      const form = await c.req.parseBody()
      if (form['client_id'] !== settings.clientId || form['client_secret'] !== settings.clientSecret) {
        throw new PronetError(401, 'UNAUTHORIZED', 'Client authentication failed')
      }
      const token = tokens.check(String(form['token'] ?? ''), 'access')
      if (typeof token === 'string') return c.json({ active: false, status: token })
      const { scopes } = token.grant
      return c.json({
        active: true,
        status: 'active',
        client_id: settings.clientId,
        scope: scopes.join(','),
        ...(token.expiresAt === null ? {} : { expires_at: Math.floor(token.expiresAt.getTime() / 1_000) }),
      })
    }),
  )
}
