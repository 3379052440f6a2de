import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, showRecord } from '../../pages/inspect.ts'
import { type Markup, networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { isTooLarge } from '../post-limits.ts'
import { audienceForm, mountVisitors, showPost } from '../visitors.ts'
import { type ForumnetState, type ForumPost, thingId } from './forumnet-state.ts'

const root = '/forumnet'

/** Shows the forums with their audiences and switches. */
export const forumHome = (
  { settings }: OAuthServer,
  { forums, takeABreak, processingMs, audience }: ForumnetState,
): Markup =>
  html`${settings.users.map(
    ({ username = '' }) =>
      html`<h2>u/${username}</h2>${audienceForm('forumnet', root, username, audience)}`,
  )}${[...forums.values()].map(
    (forum) =>
      html`<h2>${link(`${root}/r/${forum.name}`, `r/${forum.name}`)}</h2>${showRecord(forum)}`,
  )}
<p>takeABreak is the number of seconds of a RATELIMIT error. A file is ready after processingMs.</p>
${form(`${root}/switches`, { takeABreak: 'number', processingMs: 'number' }, ['set'], { takeABreak, processingMs })}`

function showForumPost({ name: id, comments, url, kind, ...post }: ForumPost): Markup {
  const page = `${root}/r/${post.forum}/comments/${id.slice(3)}/`
  return showPost('forumnet', page, {
    id,
    page,
    ...post,
    [kind]: url,
    comments: comments.map(({ name, ...comment }) => ({ id: name, ...comment })),
  })
}

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
  const show = (title: string, isShown: (post: ForumPost) => boolean) => {
    const posts = state.posts.filter((post) => post.visibleAt <= now() && isShown(post))
    return networkPage(title, html`${posts.toReversed().map(showForumPost)}`)
  }
  app.get(`${root}/r/:forum`, (c) => {
    const forum = state.forums.get(c.req.param('forum').toLowerCase())
    if (forum === undefined) return c.notFound()
    return c.html(show(`r/${forum.name}`, (post) => post.forum === forum.name))
  })
  app.get(`${root}/r/:forum/comments/:id/`, (c) => {
    const name = `t3_${c.req.param('id')}`
    const isShown = state.posts.some((post) => post.name === name && post.visibleAt <= now())
    return isShown ? c.html(show('Post', (post) => post.name === name)) : c.notFound()
  })
  app.get(`${root}/user/:name/submitted/`, (c) => {
    const name = c.req.param('name')
    return c.html(show(`u/${name}`, ({ author }) => author === name))
  })
  mountForm(app, `${root}/switches`, root, ({ text }) => {
    state.takeABreak = Number(text('takeABreak')) || 0
    state.processingMs = Number(text('processingMs')) || 0
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
