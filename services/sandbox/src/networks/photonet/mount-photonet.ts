import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { faultSwitches, mountFaultSwitches } from '../fault-switches.ts'
import { accountUsage, mountGraphApi, usageShare } from '../graph-api.ts'
import { mountGraphDialog } from '../graph-dialog.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { networkPage } from '../network-page.ts'
import {
  audienceForm,
  commentForm,
  mountVisitors,
  openAudience,
  removeButton,
} from '../visitors.ts'
import { photonetCall } from './photonet-routes.ts'
import {
  createPhotonetState,
  type PhotonetSandbox,
  photoId,
  photonetPermissions,
} from './photonet-state.ts'

const root = '/photonet'

/** Mounts the photo network: graph API consent and tokens, containers, posts and comments. */
function mount(app: Hono<SandboxEnv>, client: AppClient): PhotonetSandbox {
  const state = createPhotonetState(client)
  const dialog = { title: 'Connect your photo account', permissions: photonetPermissions }
  mountGraphDialog(app, root, dialog, state)
  mountPages(app, state)
  const appUsage = { 'x-app-usage': JSON.stringify(usageShare(1)) }
  mountGraphApi(app, { network: 'photonet', base: `${root}/v25.0` }, state, async (request) => {
    const { body, account } = await photonetCall(state, request)
    const headers =
      account === undefined ? {} : { ...appUsage, ...accountUsage('instagram', account) }
    return { body, headers }
  })
  return state
}

function mountPages(app: Hono<SandboxEnv>, state: PhotonetSandbox): void {
  mountFaultSwitches(app, 'photonet', state.faults)
  const every = () => state.accounts.flatMap(({ posts }) => posts)
  mountVisitors(app, 'photonet', {
    audience: state.audience,
    comment(postId, username, text) {
      const from = { id: `v${username.length}`, username }
      const post = every().find(({ id }) => id === postId)
      post?.comments.push({ id: photoId(), text, createdAt: new Date(), from })
    },
    removeComment(id) {
      for (const post of every())
        post.comments = post.comments.filter((comment) => comment.id !== id)
    },
  })
  app.get(root, (c) =>
    c.html(
      networkPage(
        'Photo accounts',
        html`${state.accounts.map((entry) => html`<p><a href="${root}/accounts/${entry.id}">${entry.username}</a> (${entry.id})</p>`)}
<form method="post" action="${root}/tokens"><button name="state" value="revoked">Revoke every token</button>
<button name="state" value="expired">Let every token expire</button></form>
${faultSwitches('photonet', state.faults)}`,
      ),
    ),
  )
  app.post(`${root}/tokens`, async (c) => {
    state.revokeAll((await c.req.parseBody())['state'] === 'expired' ? 'expired' : 'revoked')
    return c.redirect(root, 303)
  })
  app.get(`${root}/accounts/:id`, (c) => {
    const found = state.accounts.find(({ id }) => id === c.req.param('id'))
    if (found === undefined) return c.notFound()
    const back = `${root}/accounts/${found.id}`
    const posts = found.posts.toReversed().map(
      (post) => html`<article data-post="${post.id}">${post.items.map(({ url, kind }) =>
        kind === 'video'
          ? html`<video src="${url}" width="240" controls></video> `
          : html`<img src="${url}" width="240" alt=""> `,
      )}
${post.caption}
<a href="${post.permalink}">${post.permalink}</a>
${post.comments.map(({ id, from, text }) => html`<p><strong>${from.username}</strong>: ${text} ${removeButton('photonet', back, id)}</p>`)}
${commentForm('photonet', back, post.id)}</article>`,
    )
    const figures = audienceForm('photonet', back, found.id, openAudience(state.audience, found.id))
    return c.html(networkPage(found.username, html`${figures}${posts}`))
  })
}

export const photonet = {
  endpoints: oauthEndpoints('photonet', {
    dialog: '/dialog',
    token: '/v25.0/oauth/access_token',
    api: '/v25.0',
  }),
  mount,
}
