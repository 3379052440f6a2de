import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Markup } from './network-page.ts'

/** An account's audience as its network counts it. */
export interface Audience {
  followers: number
  following: number
  posts: number
  views: number
}

/** What a network's visitors can do. */
export interface Visitors {
  comment(postId: string, author: string, message: string): void
  removeComment(id: string): void
  audience: Map<string, Audience>
}

/** Returns an account's audience. It has 120 followers until a user changes it. */
export function openAudience(audience: Map<string, Audience>, account: string): Audience {
  const known = audience.get(account)
  if (known !== undefined) return known
  const fresh = { followers: 120, following: 35, posts: 12, views: 4_800 }
  audience.set(account, fresh)
  return fresh
}

/**
 * Renders a form to comment below a post as a visitor. `back` is the page that contains the form.
 */
export const commentForm = (network: string, back: string, postId: string): Markup =>
  html`<form method="post" action="/${network}/visitors"><input type="hidden" name="back" value="${back}">
<input type="hidden" name="id" value="${postId}"><input name="author" value="Ada Visitor" required>
<input name="message" placeholder="A comment" required> <button name="do" value="comment">Comment</button></form>`

export const removeButton = (network: string, back: string, commentId: string): Markup =>
  html`<form method="post" action="/${network}/visitors" style="display:inline"><input type="hidden" name="back" value="${back}">
<input type="hidden" name="id" value="${commentId}"><button name="do" value="remove">Remove</button></form>`

export const audienceForm = (
  network: string,
  back: string,
  account: string,
  audience: Audience,
): Markup =>
  html`<form method="post" action="/${network}/visitors"><input type="hidden" name="back" value="${back}">
<input type="hidden" name="id" value="${account}">${Object.entries(audience).map(
    ([name, value]) =>
      html`<label>${name} <input name="${name}" type="number" min="0" value="${value}"></label> `,
  )}<button name="do" value="audience">Set</button></form>`

export function mountVisitors(app: Hono<SandboxEnv>, network: string, visitors: Visitors): void {
  app.post(`/${network}/visitors`, async (c) => {
    const form = await c.req.parseBody()
    const text = (name: string) => String(form[name] ?? '').trim()
    const id = text('id')
    if (form['do'] === 'remove') visitors.removeComment(id)
    else if (form['do'] === 'audience') {
      const present = openAudience(visitors.audience, id)
      const count = (name: keyof Audience) => {
        const given = Number(text(name))
        return text(name) !== '' && Number.isSafeInteger(given) && given >= 0
          ? given
          : present[name]
      }
      visitors.audience.set(id, {
        followers: count('followers'),
        following: count('following'),
        posts: count('posts'),
        views: count('views'),
      })
    } else if (text('message') !== '') {
      visitors.comment(id, text('author') || 'Ada Visitor', text('message'))
    }
    const back = text('back')
    return c.redirect(back.startsWith(`/${network}`) ? back : `/${network}`, 303)
  })
}
