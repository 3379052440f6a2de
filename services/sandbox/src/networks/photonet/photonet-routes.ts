import { accountPage, commentPage, type GraphRequest } from '../graph-api.ts'
import { GraphError, required } from '../graph-error.ts'
import { authenticated, graphCall, pageToken } from '../pagenet/graph-routes.ts'
import type { SandboxPage, SandboxToken } from '../pagenet/pagenet-state.ts'
import { isRefusedText } from '../post-limits.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { createContainer, publishContainer, readContainer } from './photo-containers.ts'
import {
  type PhotoAccount,
  type PhotonetSandbox,
  type PhotoPost,
  photoId,
} from './photonet-state.ts'

/**
 * Handles one call. Returns also the account whose usage the headers state. Throws `GraphError`.
 */
export async function photonetCall(
  state: PhotonetSandbox,
  request: GraphRequest,
): Promise<{ body: object; account?: PhotoAccount }> {
  const { method, path, values } = request
  // Every graph API app signs in the same way.
  if (/^\/(?:oauth\/access_token|debug_token|me|me\/permissions)$/.test(path))
    return graphCall(state, request)
  const token = authenticated(state, request.token)
  if (path === '/me/accounts') return { body: listAccounts(state, token, request) }
  const [, id = '', edge] = path.split('/')
  const container = state.containers.get(id)
  const account = state.accounts.find(
    (known) =>
      known.id === id ||
      known.id === container?.accountId ||
      known.posts.some(
        (post) => post.id === id || post.comments.some((comment) => comment.id === id),
      ),
  )
  if (account === undefined)
    throw new GraphError(400, 100, `Object with ID '${id}' does not exist`, 33)
  allowed(token, account, 'instagram_basic')
  if (account.usage >= 100) {
    throw new GraphError(400, 80002, '(#80002) There have been too many calls to this account')
  }
  const call = `${method} ${edge ?? ''}`.trim()
  if (container !== undefined && call === 'GET') return { account, body: readContainer(container) }
  if (account.id === id)
    return { account, body: await accountEdge(state, { account, token, call, values }) }
  const post = account.posts.find((known) => known.id === id)
  if (post === undefined) throw new GraphError(400, 100, '(#100) Unsupported request')
  return { account, body: postEdge(state, { account, post, token, call, request }) }
}

function allowed(token: SandboxToken, account: PhotoAccount, permission: string): void {
  const reaches = token.kind === 'user' || token.pageId === account.pageId
  if (!reaches || !token.permissions.includes(permission)) {
    throw new GraphError(403, 10, '(#10) Application does not have permission for this action')
  }
}

function listAccounts(state: PhotonetSandbox, token: SandboxToken, request: GraphRequest): object {
  const shown = token.permissions.includes('instagram_basic')
    ? state.pages.filter(({ hidden }) => !hidden)
    : []
  const fields = String(request.values['fields'] ?? '')
  const linkedTo = (page: SandboxPage) => {
    const linked = state.accounts.find(({ pageId }) => pageId === page.id)
    if (linked === undefined || !fields.includes('instagram_business_account')) return {}
    const { id, username, pictureUrl } = linked
    return { instagram_business_account: { id, username, profile_picture_url: pictureUrl } }
  }
  const findAccount = (page: SandboxPage) => {
    const { id, name } = page
    return { id, name, access_token: pageToken(state, token, page), ...linkedTo(page) }
  }
  return accountPage(request, shown, findAccount, `&fields=${encodeURIComponent(fields)}`)
}

async function accountEdge(
  state: PhotonetSandbox,
  {
    account,
    token,
    call,
    values,
  }: { account: PhotoAccount; token: SandboxToken; call: string; values: GraphRequest['values'] },
): Promise<object> {
  if (call === 'GET') {
    const { followers, following, posts } = openAudience(state.audience, account.id)
    const asked = String(values['fields'] ?? '').includes('followers_count')
    const figures = { followers_count: followers, follows_count: following, media_count: posts }
    const { id, username, pictureUrl } = account
    return { id, username, profile_picture_url: pictureUrl, ...(asked ? figures : {}) }
  }
  if (call === 'GET media') {
    return { data: account.posts.toReversed().slice(0, 25).map(shownPost) }
  }
  allowed(token, account, 'instagram_content_publish')
  if (call === 'POST media') return createContainer(state, account, values)
  if (call === 'POST media_publish') return publishContainer(state, account, values)
  throw new GraphError(400, 100, '(#100) Unsupported request')
}

const shownPost = (post: PhotoPost): object => ({
  id: post.id,
  ...(post.caption === '' ? {} : { caption: post.caption }),
  permalink: post.permalink,
  timestamp: stamp(post.createdAt),
})

/** Formats times as this network does. */
const stamp = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, '+0000')

function postEdge(
  state: PhotonetSandbox,
  {
    account,
    post,
    token,
    call,
    request,
  }: {
    account: PhotoAccount
    post: PhotoPost
    token: SandboxToken
    call: string
    request: GraphRequest
  },
): object {
  const { values } = request
  if (call === 'GET') {
    const asked = String(values['fields'] ?? '').includes('like_count')
    const { likes } = openReactions(state.audience, post.id)
    const counts = { like_count: likes, comments_count: post.comments.length }
    return asked ? { id: post.id, ...counts } : shownPost(post)
  }
  allowed(token, account, 'instagram_manage_comments')
  if (call === 'POST comments') {
    const text = required(values, 'message')
    if (isRefusedText('photonet', 'comment', text)) {
      throw new GraphError(400, 100, '(#100) The comment is too long')
    }
    const from = { id: account.id, username: account.username }
    const comment = { id: photoId(), text, createdAt: new Date(), from }
    post.comments.push(comment)
    return { id: comment.id }
  }
  if (call !== 'GET comments') throw new GraphError(400, 100, '(#100) Unsupported request')
  const fields = String(values['fields'] ?? '')
  const authors = /\bfrom\b|\busername\b/.test(fields)
  if (authors && state.authorsRefused) throw new GraphError(400, 100, '(#100) Missing feature')
  return commentPage(request, post.comments, (comment) => ({
    id: comment.id,
    text: comment.text,
    timestamp: stamp(comment.createdAt),
    ...(authors ? { username: comment.from.username, from: comment.from } : {}),
  }))
}
