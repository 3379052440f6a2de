import { randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { faultSwitches, mountFaultSwitches } from '../fault-switches.ts'
import { mountGraphDialog } from '../graph-dialog.ts'
import { networkPage as page } from '../network-page.ts'
import {
  audienceForm,
  commentForm,
  mountVisitors,
  openAudience,
  removeButton,
} from '../visitors.ts'
import { type PagenetSandbox, pagenetPermissions } from './pagenet-state.ts'

/** Mounts the consent dialog and the pages with their switches. */
export function mountPagenetPages(app: Hono<SandboxEnv>, state: PagenetSandbox): void {
  mountFaultSwitches(app, 'pagenet', state.faults)
  const posts = () => state.pages.flatMap((entry) => entry.posts)
  mountVisitors(app, 'pagenet', {
    audience: state.audience,
    comment(postId, name, message) {
      const post = posts().find(({ id }) => id === postId)
      const id = `${postId}_${randomInt(1e12)}`
      post?.comments.push({
        id,
        message,
        createdAt: new Date(),
        from: { id: `v${name.length}`, name },
      })
    },
    removeComment(id) {
      for (const post of posts())
        post.comments = post.comments.filter((comment) => comment.id !== id)
    },
  })
  mountGraphDialog(
    app,
    '/pagenet',
    { title: 'Connect your Pages', permissions: pagenetPermissions },
    state,
  )
  app.get('/pagenet', (c) =>
    c.html(
      page(
        'Pages',
        html`${state.pages.map((entry) => html`<p><a href="/pagenet/pages/${entry.id}">${entry.name}</a> (${entry.id})</p>`)}
<form method="post" action="/pagenet/revoke"><button>Revoke every token</button></form>
<form method="post" action="/pagenet/expire"><button>Let every token expire</button></form>
${faultSwitches('pagenet', state.faults)}`,
      ),
    ),
  )
  app.post('/pagenet/revoke', (c) => {
    state.revokeAll()
    return c.redirect('/pagenet', 303)
  })
  app.post('/pagenet/expire', (c) => {
    state.revokeAll('expired')
    return c.redirect('/pagenet', 303)
  })
  app.get('/pagenet/pages/:id', (c) => {
    const found = state.pages.find(({ id }) => id === c.req.param('id'))
    if (found === undefined) return c.notFound()
    const back = `/pagenet/pages/${found.id}`
    const posts = found.posts.toReversed().map(
      (post) => html`<article data-post="${post.id}">${post.message}
${post.link === null ? '' : html`<a href="${post.link}">${post.link}</a>`}
${post.media.map((photo) => html`<em>photo ${photo}</em> `)}
${post.comments.map((comment) => html`<p><strong>${comment.from.name}</strong>: ${comment.message} ${removeButton('pagenet', back, comment.id)}</p>`)}
${commentForm('pagenet', back, post.id)}</article>`,
    )
    const figures = audienceForm('pagenet', back, found.id, openAudience(state.audience, found.id))
    return c.html(page(found.name, html`${figures}${posts}`))
  })
}
