import { html } from 'hono/html'
import type { Markup } from '../network-page.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { audienceForm, commentForm, openAudience, removeButton } from '../visitors.ts'
import { findVisitor } from './find-visitor.ts'
import type { ShortpostPost, ShortpostState } from './shortpost-state.ts'

/** Shows the posts, newest first, each with its replies. */
export function shortpostFeed(
  server: OAuthServer,
  { posts, media, audience }: ShortpostState,
): Markup {
  const shown = (
    post: ShortpostPost,
  ): Markup => html`<strong>${findVisitor(server, post.userId).name}</strong>: ${post.text}
${post.media.map((id) => html`<em>${media.get(id)?.contentType ?? ''} ${id}</em> `)}`
  const roots = posts.filter(({ inReplyTo }) => inReplyTo === null).toReversed()
  const root = '/shortpost'
  return html`${server.settings.users.map(
    ({ id, name }) =>
      html`<h2>${name}</h2>${audienceForm('shortpost', root, id, openAudience(audience, id))}`,
  )}${roots.map(
    (entry) => html`<article data-post="${entry.id}">${shown(entry)}
${posts
  .filter(({ conversation, id }) => conversation === entry.id && id !== entry.id)
  .map(
    (reply) =>
      html`<p data-comment="${reply.id}">${shown(reply)} ${removeButton('shortpost', root, reply.id)}</p>`,
  )}
${commentForm('shortpost', root, entry.id)}</article>`,
  )}`
}
