import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { watching } from '../with-faults.ts'
import { illegal, PronetError, switched } from './pronet-error.ts'
import { finalizeUpload, initializeUpload, receivePart } from './pronet-media.ts'
import { createComment, createPost } from './pronet-posts.ts'
import type { PronetState } from './pronet-state.ts'

type Handle = (c: Context<SandboxEnv>, member: string) => Response | Promise<Response>

// The oldest and newest accepted version. Each one is supported for at least a year.
const versions = { from: '202511', to: '202612' }

/** Mounts the API below `/pronet`, with its headers, permissions, rates and the fault switches. */
export function mountPronetApi(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: PronetState,
): void {
  const watch = watching('pronet', server, switched)
  const route = (name: string, scope: string, handle: Handle): void => {
    const [method = 'GET', path = '/'] = name.split(' ')
    app.on([method], `/pronet${path}`, (c) =>
      watch(c, () => answer(c, { server, name, scope, handle })),
    )
  }
  const uploads = (c: Context) => `${new URL(c.req.url).origin}/pronet/dms-uploads`

  route('GET /v2/userinfo', 'openid', (c, member) => {
    const { id, name, email } = server.user(member.slice('urn:li:person:'.length))
    const [first = '', ...last] = name.split(' ')
    return c.json({
      sub: id,
      name,
      given_name: first,
      family_name: last.join(' '),
      locale: 'en-GB',
      ...(email === undefined ? {} : { email, email_verified: true }),
    })
  })
  route('POST /rest/posts', 'w_member_social', async (c, member) => {
    const used = state.rate.used.get(member) ?? 0
    if (used >= state.rate.limit) {
      throw new PronetError(
        429,
        'TOO_MANY_REQUESTS',
        'Resource level throttle limit is reached.',
        101,
      )
    }
    state.rate.used.set(member, used + 1)
    const { urn } = createPost(state, member, await readJson(c), server.now())
    return c.body(null, 201, { 'x-restli-id': urn, 'x-linkedin-id': urn })
  })
  route('POST /rest/socialActions/:urn/comments', 'w_member_social', async (c, member) => {
    const urn = c.req.param('urn') ?? ''
    const comment = createComment(state, {
      member,
      urn,
      sent: await readJson(c),
      now: server.now(),
    })
    const { id, text } = comment
    return c.json(
      { actor: member, object: urn, id, $URN: `urn:li:comment:(${urn},${id})`, message: { text } },
      201,
      { 'x-restli-id': id },
    )
  })
  for (const kind of ['image', 'video'] as const) {
    route(`POST /rest/${kind}s`, 'w_member_social', async (c, member) => {
      const action = c.req.query('action')
      if (action === 'initializeUpload') {
        return c.json(
          initializeUpload(state, { member, kind, sent: await readJson(c), uploads: uploads(c) }),
        )
      }
      if (action !== 'finalizeUpload' || kind === 'image') throw illegal('action', 'is not known')
      finalizeUpload(state, member, await readJson(c))
      return c.body(null, 200)
    })
    route(`GET /rest/${kind}s/:urn`, 'w_member_social', (c, member) => {
      const media = state.media.get(c.req.param('urn') ?? '')
      if (media?.owner !== member)
        throw new PronetError(404, 'NOT_FOUND', 'Could not find the asset')
      const status = media.state === 'available' ? 'AVAILABLE' : 'WAITING_UPLOAD'
      return c.json({ id: media.urn, owner: media.owner, status })
    })
  }
  route('PUT /dms-uploads/:urn/:part', 'w_member_social', async (c) => {
    const { byteLength } = await c.req.arrayBuffer()
    const type = c.req.header('content-type') ?? ''
    const part = Number(c.req.param('part'))
    const etag = receivePart(state, {
      urn: c.req.param('urn') ?? '',
      part,
      bytes: byteLength,
      contentType: type,
    })
    return c.body(null, 201, { etag: `"${etag}"` })
  })
  // Reading posts and comments back needs a permission that few apps have.
  for (const name of ['GET /rest/posts', 'GET /rest/socialActions/:urn/comments']) {
    route(name, 'r_member_social', (c) => c.json({ elements: [] }))
  }
}

async function readJson(c: Context): Promise<unknown> {
  if (!(c.req.header('content-type') ?? '').startsWith('application/json')) {
    throw new PronetError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body has to be application/json')
  }
  return c.req.json().catch(() => {
    throw new PronetError(400, 'BAD_REQUEST', 'The body is no JSON')
  })
}

const refusals = {
  missing: ['EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65_604],
  unknown: ['INVALID_ACCESS_TOKEN', 'Invalid access token', 65_600],
  revoked: [
    'REVOKED_ACCESS_TOKEN',
    'The token used in the request has been revoked by the user',
    65_601,
  ],
  expired: ['EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602],
} as const

async function answer(
  c: Context<SandboxEnv>,
  {
    server,
    name,
    scope,
    handle,
  }: { server: OAuthServer; name: string; scope: string; handle: Handle },
): Promise<Response> {
  const token = server.bearer(c)
  if (typeof token === 'string') {
    const [code, message, service] = refusals[token]
    throw new PronetError(401, code, message, service)
  }
  if (!token.grant.scopes.includes(scope)) {
    throw new PronetError(403, 'ACCESS_DENIED', `Not enough permissions to access: ${name}`, 100)
  }
  if (name.includes(' /rest/')) checkHeaders(c)
  return handle(c, `urn:li:person:${token.grant.userId}`)
}

function checkHeaders(c: Context): void {
  const version = c.req.header('linkedin-version')
  if (version === undefined) {
    throw new PronetError(
      400,
      'VERSION_MISSING',
      'A version must be present in the LinkedIn-Version header',
    )
  }
  if (!/^\d{6}$/.test(version) || version < versions.from || version > versions.to) {
    throw new PronetError(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)
  }
  if (c.req.header('x-restli-protocol-version') !== '2.0.0') {
    throw new PronetError(400, 'BAD_REQUEST', 'X-Restli-Protocol-Version has to be 2.0.0')
  }
}
