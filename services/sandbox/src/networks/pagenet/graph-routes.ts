import { randomInt } from 'node:crypto'
import { accountPage, commentPage, type GraphRequest } from '../graph-api.ts'
import { GraphError, required } from '../graph-error.ts'
import { isRefusedText, isTooLarge, mostMedia, takesPictureType } from '../post-limits.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { videoPhase, videoStatus } from './graph-videos.ts'
import {
  addPost,
  type PagenetSandbox,
  pagenetPermissions,
  type SandboxPage,
  type SandboxToken,
} from './pagenet-state.ts'

/**
 * Handles one graph API call. Returns also the Page whose usage the headers state. Throws
 * `GraphError`.
 */
export async function graphCall(
  state: PagenetSandbox,
  request: GraphRequest,
): Promise<{ body: object; page?: SandboxPage }> {
  const { method, path, values } = request
  if (path === '/oauth/access_token') return { body: giveToken(state, values) }
  if (path === '/debug_token') return { body: debugToken(state, request) }
  const token = authenticated(state, request.token)
  if (path === '/me') {
    const page = state.pages.find(({ id }) => id === token.pageId)
    if (token.kind === 'page')
      return { body: { id: page?.id, name: page?.name, category: 'Local business' } }
    if (String(values['fields'] ?? '').includes('category')) {
      throw new GraphError(400, 100, '(#100) Tried accessing nonexisting field (category)')
    }
    return { body: state.user }
  }
  if (path === '/me/permissions') {
    return {
      body: { data: token.permissions.map((permission) => ({ permission, status: 'granted' })) },
    }
  }
  if (path === '/me/accounts') return { body: listPages(state, token, request) }
  const [, id = '', edge] = path.split('/')
  const video = state.videos.get(id)
  const page = state.pages.find(
    (known) => id === known.id || id.startsWith(`${known.id}_`) || video?.pageId === known.id,
  )
  if (page === undefined) throw new GraphError(400, 100, `(#100) Object ${id} does not exist`)
  if (edge === undefined && method === 'GET') {
    if (video !== undefined) return { page, body: videoStatus(video) }
    const post = page.posts.find((known) => known.id === id)
    if (post !== undefined) return { page, body: postCounts(state, post) }
    const { followers } = openAudience(state.audience, page.id)
    const asked = String(values['fields'] ?? '').includes('followers_count')
    const figures = asked ? { followers_count: followers, fan_count: followers } : {}
    return {
      page,
      body: {
        id: page.id,
        name: page.name,
        access_token: pageToken(state, token, page),
        ...figures,
      },
    }
  }
  if (token.pageId !== page.id) throw new GraphError(403, 200, '(#200) Permissions error')
  page.usage += page.usagePerCall
  if (page.usage >= 100) throw new GraphError(400, 32, '(#32) Page request limit reached')
  if (
    method === 'POST' &&
    edge === 'comments' &&
    !token.permissions.includes('pages_manage_engagement')
  ) {
    throw new GraphError(403, 200, '(#200) Requires the pages_manage_engagement permission')
  }
  return { page, body: await pageEdge(state, { page, id, edge: `${method} ${edge}`, request }) }
}

/** Returns a post's counts. Without shares the network leaves them out. */
function postCounts(state: PagenetSandbox, post: SandboxPage['posts'][number]): object {
  const { likes, shares } = openReactions(state.audience, post.id)
  const summary = (total_count: number) => ({ data: [], summary: { total_count } })
  return {
    id: post.id,
    reactions: summary(likes),
    comments: summary(post.comments.length),
    ...(shares === 0 ? {} : { shares: { count: shares } }),
  }
}

/** A user's token to paste. The sample data connects a Page with it. */
const pastedToken = 'EAAsandboxusertoken'

const findToken = (state: PagenetSandbox, value: string): SandboxToken | undefined =>
  value === pastedToken
    ? {
        kind: 'user',
        pageId: null,
        permissions: [...pagenetPermissions],
        longLived: false,
        state: 'valid',
      }
    : state.tokens.get(value)

/** Returns the token with this value. Throws code 190 if it is invalid. */
export function authenticated(state: PagenetSandbox, value: string): SandboxToken {
  const token = findToken(state, value)
  if (token === undefined) throw new GraphError(400, 190, `Malformed access token ${value}`)
  if (token.state === 'expired') throw new GraphError(401, 190, 'Session has expired', 463)
  if (token.state === 'revoked') throw new GraphError(401, 190, 'The session was changed', 460)
  return token
}

function giveToken(state: PagenetSandbox, values: GraphRequest['values']): object {
  if (
    required(values, 'client_id') !== state.clientId ||
    required(values, 'client_secret') !== state.clientSecret
  ) {
    throw new GraphError(400, 101, 'Error validating client secret')
  }
  if (values['grant_type'] === 'fb_exchange_token') {
    const token = authenticated(state, required(values, 'fb_exchange_token'))
    const access_token = state.giveToken({ ...token, longLived: true })
    return { access_token, token_type: 'bearer', expires_in: 5_184_000 }
  }
  const code = state.codes.get(required(values, 'code'))
  if (code === undefined || code.used) {
    throw new GraphError(400, 100, 'This authorization code has been used')
  }
  if (code.redirectUri !== required(values, 'redirect_uri')) {
    throw new GraphError(
      400,
      100,
      'Error validating verification code: redirect_uri is not identical',
    )
  }
  code.used = true
  const access_token = state.giveToken({ kind: 'user', permissions: code.permissions })
  return { access_token, token_type: 'bearer', expires_in: 5_000 }
}

function debugToken(state: PagenetSandbox, { token, values }: GraphRequest): object {
  if (token !== `${state.clientId}|${state.clientSecret}`) {
    throw new GraphError(400, 190, 'Invalid OAuth access token')
  }
  const inspectedToken = findToken(state, required(values, 'input_token'))
  const scopes = inspectedToken?.permissions ?? []
  const targets = inspectedToken?.pageId ? [inspectedToken.pageId] : state.pages.map(({ id }) => id)
  return {
    data: {
      app_id: state.clientId,
      type: inspectedToken?.kind === 'page' ? 'PAGE' : 'USER',
      is_valid: inspectedToken?.state === 'valid',
      expires_at: 0,
      scopes,
      granular_scopes: scopes
        .filter((scope) => /^(?:pages|instagram)_/.test(scope))
        .map((scope) => ({ scope, target_ids: targets })),
      user_id: state.user.id,
    },
  }
}

/** Returns a Page's own token, which a user's token can request. */
export function pageToken(
  state: PagenetSandbox,
  { permissions }: SandboxToken,
  page: SandboxPage,
): string {
  return state.giveToken({ kind: 'page', pageId: page.id, permissions, longLived: true })
}

function listPages(state: PagenetSandbox, token: SandboxToken, request: GraphRequest): object {
  if (token.kind === 'page') {
    throw new GraphError(
      400,
      100,
      '(#100) Tried accessing nonexisting field (accounts) on node type (Page)',
    )
  }
  const shown = token.permissions.includes('pages_show_list')
    ? state.pages.filter(({ hidden }) => !hidden)
    : []
  return accountPage(request, shown, (page) => ({
    id: page.id,
    name: page.name,
    category: 'Local business',
    tasks: ['CREATE_CONTENT'],
    access_token: pageToken(state, token, page),
  }))
}

function pageEdge(
  state: PagenetSandbox,
  {
    page,
    id,
    edge,
    request,
  }: { page: SandboxPage; id: string; edge: string; request: GraphRequest },
): object | Promise<object> {
  const { values } = request
  const serial = String(randomInt(1e12))
  const post = page.posts.find((known) => known.id === id)
  if (edge === 'POST videos') return videoPhase(state, page, values)
  if (edge === 'POST photos') {
    const { source } = values
    if (!(source instanceof Blob))
      throw new GraphError(400, 324, '(#324) Missing or invalid image file')
    if (
      !takesPictureType('pagenet', source.type) ||
      isTooLarge('pagenet', source.type, source.size)
    ) {
      throw new GraphError(400, 324, '(#324) The image has a wrong type or is too large')
    }
    const altText = values['alt_text_custom']
    if (altText !== undefined && (typeof altText !== 'string' || altText === ''))
      throw new GraphError(400, 100, '(#100) Param alt_text_custom must be a string')
    const described = altText === undefined ? {} : { altText }
    state.photos.set(serial, { bytes: source.size, contentType: source.type, ...described })
    return { id: serial }
  }
  if (edge === 'POST feed') {
    const attached = Array.isArray(values['attached_media']) ? values['attached_media'] : []
    const media = attached.map((entry: { media_fbid?: unknown }) => String(entry.media_fbid))
    if (media.some((photo) => !state.photos.has(photo))) {
      throw new GraphError(400, 100, '(#100) Invalid photo id')
    }
    if (media.length > mostMedia('pagenet'))
      throw new GraphError(400, 100, '(#100) Too many photos')
    const message = String(values['message'] ?? '')
    if (isRefusedText('pagenet', 'body', message)) {
      throw new GraphError(400, 100, '(#100) The message is too long')
    }
    const link = typeof values['link'] === 'string' ? values['link'] : null
    if (message.trim() === '' && link === null && media.length === 0) {
      throw new GraphError(400, 100, '(#100) Missing message or attachment')
    }
    addPost(page, { id: `${page.id}_${serial}`, message, link, media })
    return { id: `${page.id}_${serial}` }
  }
  if (edge === 'GET feed') {
    const data = page.posts.map((known) => ({
      id: known.id,
      message: known.message,
      created_time: known.createdAt.toISOString(),
    }))
    return { data: data.reverse() }
  }
  if (post === undefined) throw new GraphError(400, 100, '(#100) Object does not exist')
  if (edge === 'POST comments') {
    if (isRefusedText('pagenet', 'comment', required(values, 'message'))) {
      throw new GraphError(400, 100, '(#100) The comment is too long')
    }
    const comment = {
      id: `${id}_${serial}`,
      message: required(values, 'message'),
      createdAt: new Date(),
      from: { id: page.id, name: page.name },
    }
    post.comments.push(comment)
    return { id: comment.id }
  }
  if (edge !== 'GET comments') throw new GraphError(400, 100, '(#100) Unsupported request')
  const authors = String(values['fields'] ?? '').includes('from')
  if (authors && state.authorsRefused) throw new GraphError(400, 100, '(#100) Missing feature')
  return commentPage(request, post.comments, (comment) => ({
    id: comment.id,
    message: comment.message,
    created_time: comment.createdAt.toISOString(),
    ...(authors ? { from: comment.from } : {}),
  }))
}
