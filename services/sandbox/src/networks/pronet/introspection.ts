import type { Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { withFaults } from '../with-faults.ts'
import { PronetError } from './pronet-error.ts'

/** Mounts the introspection of an app's own tokens. */
export function mountIntrospection(app: Hono<SandboxEnv>, server: OAuthServer): void {
  const { settings, tokens } = server
  app.post('/pronet/oauth/v2/introspectToken', (c) =>
    withFaults(
      c,
      { ...server, network: 'pronet' },
      async () => {
        const form = await c.req.parseBody()
        if (form['client_id'] !== settings.clientId || form['client_secret'] !== settings.clientSecret) {
          return c.json(new PronetError(401, 'UNAUTHORIZED', 'Client authentication failed').body, 401)
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
      },
      ({ status }) => new PronetError(status, 'SWITCHED', 'The switch says so').body,
    ),
  )
}
