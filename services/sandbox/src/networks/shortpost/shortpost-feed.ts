import { html } from 'hono/html'
import type { Markup } from '../network-page.ts'
import type { OAuthServer } from '../oauth-state.ts'
import type { ShortpostPost, ShortpostState } from './shortpost-state.ts'

/** The posts, newest first, each with its replies. */
export function shortpostFeed(server: OAuthServer, { posts, media }: ShortpostState): Markup {
  const shown = (
    post: ShortpostPost,
  ): Markup => html`<strong>${server.user(post.userId).name}</strong>: ${post.text}
${post.media.map((id) => html`<em>${media.get(id)?.contentType ?? ''} ${id}</em> `)}`
  const roots = posts.filter(({ inReplyTo }) => inReplyTo === null).toReversed()
  return html`${roots.map(
    (root) => html`<article data-post="${root.id}">${shown(root)}
${posts
  .filter(({ conversation, id }) => conversation === root.id && id !== root.id)
  .map((reply) => html`<p data-comment="${reply.id}">${shown(reply)}</p>`)}</article>`,
  )}`
}
