import { html } from 'hono/html'
import type { Markup } from '../network-page.ts'
import type { OAuthServer } from '../oauth-state.ts'
import type { PronetState } from './pronet-state.ts'

/** The posts, newest first, each with its card, its media and its comments. */
export function pronetFeed(server: OAuthServer, { posts, media }: PronetState): Markup {
  const name = (urn: string): string => server.user(urn.slice('urn:li:person:'.length)).name
  return html`${posts.toReversed().map(
    (post) => html`<article data-post="${post.urn}"><strong>${name(post.author)}</strong>: ${post.text}
${post.article === null ? '' : html`<a href="${post.article.source}">${post.article.title}</a>`}
${post.media.map((urn) => html`<em>${media.get(urn)?.contentType ?? ''} ${urn}</em> `)}
${post.comments.map((comment) => html`<p data-comment="${comment.id}"><strong>${name(comment.actor)}</strong>: ${comment.text}</p>`)}</article>`,
  )}`
}
