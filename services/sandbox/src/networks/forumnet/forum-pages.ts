import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type Markup, networkPage } from '../network-page.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { isTooLarge } from '../post-limits.ts'
import {
  audienceForm,
  commentForm,
  mountVisitors,
  openAudience,
  removeButton,
} from '../visitors.ts'
import { type ForumnetState, type ForumPost, thingId } from './forumnet-state.ts'

const root = '/forumnet'

/** Shows the forums with their audiences and switches. */
export const forumHome = (
  { settings }: OAuthServer,
  { forums, takeABreak, processingMs, audience }: ForumnetState,
): Markup =>
  html`${settings.users.map(
    ({ username = '' }) =>
      html`<h2>u/${username}</h2>${audienceForm('forumnet', root, username, openAudience(audience, username))}`,
  )}${[...forums.values()].map(
    ({ name, takes, flairRequired, restricted, locked }) =>
      html`<p><a href="${root}/r/${name}">r/${name}</a> takes ${takes.join(', ')}${flairRequired ? ', wants flair' : ''}${restricted ? ', members only' : ''}${locked ? ', no comments' : ''}</p>`,
  )}
<form method="post" action="${root}/switches">
<label>Seconds of RATELIMIT <input name="takeABreak" type="number" min="0" value="${takeABreak}"></label>
<label>Milliseconds until a file is ready <input name="processingMs" type="number" min="0" value="${processingMs}"></label>
<button>Set</button></form>`

const toPageUrl = ({ forum, name }: ForumPost): string =>
  `${root}/r/${forum}/comments/${name.slice(3)}/`

const shown = (post: ForumPost): Markup =>
  html`<article data-post="${post.name}"><strong><a href="${root}/r/${post.forum}/comments/${post.name.slice(3)}/">${post.title}</a></strong> by u/${post.author}
${post.text}
${post.url === null ? '' : post.kind === 'image' ? html`<img src="${post.url}" alt="" width="320">` : post.kind === 'video' ? html`<video src="${post.url}" width="320" controls></video>` : html`<a href="${post.url}">${post.url}</a>`}
${post.comments.map(({ name, author, body }) => html`<p><strong>u/${author}</strong>: ${body} ${removeButton('forumnet', toPageUrl(post), name)}</p>`)}
${commentForm('forumnet', toPageUrl(post), post.name)}</article>`

export function mountForumPages(
  app: Hono<SandboxEnv>,
  state: ForumnetState,
  now: () => Date,
): void {
  mountVisitors(app, 'forumnet', {
    audience: state.audience,
    comment(postId, author, body) {
      const post = state.posts.find(({ name }) => name === postId)
      const name = author.replaceAll(/\W+/g, '_')
      post?.comments.push({ name: `t1_${thingId()}`, author: name, body, createdAt: now() })
    },
    removeComment(id) {
      for (const post of state.posts)
        post.comments = post.comments.filter(({ name }) => name !== id)
    },
  })
  const visible = () => state.posts.filter(({ visibleAt }) => visibleAt <= now()).toReversed()
  app.get(`${root}/r/:forum`, (c) => {
    const forum = state.forums.get(c.req.param('forum').toLowerCase())
    if (forum === undefined) return c.notFound()
    const posts = visible().filter((post) => post.forum === forum.name)
    return c.html(networkPage(`r/${forum.name}`, html`${posts.map(shown)}`))
  })
  app.get(`${root}/r/:forum/comments/:id/`, (c) => {
    const post = visible().find(({ name }) => name === `t3_${c.req.param('id')}`)
    return post === undefined ? c.notFound() : c.html(networkPage(post.title, html`${shown(post)}`))
  })
  app.get(`${root}/user/:name/submitted/`, (c) => {
    const posts = visible().filter(({ author }) => author === c.req.param('name'))
    return c.html(networkPage(`u/${c.req.param('name')}`, html`${posts.map(shown)}`))
  })
  app.post(`${root}/switches`, async (c) => {
    const form = await c.req.parseBody()
    state.takeABreak = Number(form['takeABreak']) || 0
    state.processingMs = Number(form['processingMs']) || 0
    return c.redirect(root, 303)
  })
  app.post(`${root}/media`, (c) => store(c, state))
  app.get(`${root}/media/:key`, (c) => {
    const upload = state.uploads.get(c.req.param('key'))
    if (!upload?.bytes) return c.notFound()
    return c.body(upload.bytes, 200, { 'content-type': upload.contentType })
  })
}

/** Accepts a file for a lease. The store requires the signed fields first and the file last. */
async function store(c: Context, { uploads }: ForumnetState): Promise<Response> {
  const refused = (code: string, status: 400 | 403) =>
    c.body(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, status, {
      'content-type': 'application/xml',
    })
  const entries = [...(await c.req.raw.formData())]
  const [lastName, file] = entries.at(-1) ?? []
  const field = (name: string) => entries.find(([known]) => known === name)?.[1]
  const key = String(field('key') ?? '')
  const upload = uploads.get(key)
  if (upload === undefined || field('x-amz-signature') !== key || field('policy') !== 'sandbox') {
    return refused('AccessDenied', 403)
  }
  if (lastName !== 'file' || !(file instanceof File) || file.type !== upload.contentType) {
    return refused('InvalidArgument', 400)
  }
  // A lease works once.
  if (upload.bytes !== null) return refused('AccessDenied', 403)
  if (isTooLarge('forumnet', file.type, file.size)) return refused('EntityTooLarge', 400)
  upload.bytes = new Uint8Array(await file.arrayBuffer())
  const where = `<PostResponse><Location>${c.req.url}/${key}</Location><Key>${key}</Key></PostResponse>`
  return c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${where}`, 201, {
    'content-type': 'application/xml',
  })
}
