import type { Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, showRecord } from '../pages/inspect.ts'
import { type Markup, networkPage } from '../pages/network-page.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'

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
  const existing = audience.get(account)
  if (existing !== undefined) return existing
  const fresh = { followers: 120, following: 35, posts: 12, views: 4_800 }
  audience.set(account, fresh)
  return fresh
}

/** Returns how visitors reacted to a post. The figures are kept and set like an account's audience. */
export function openReactions(audience: Map<string, Audience>, postId: string) {
  const { followers: likes, following: shares, views } = openAudience(audience, postId)
  return { likes, shares, views }
}

interface ShownPost extends Readonly<Record<string, unknown>> {
  id: string
  comments: readonly { id: string }[]
}

/**
 * Shows a post with forms to add and remove comments as a visitor. `back` is the page with the
 * post.
 */
export function showPost(network: string, back: string, post: ShownPost): Markup {
  const { id } = post
  const to = `/${network}/visitors`
  const comment = { back: 'hidden', id: 'hidden', author: 'required', message: 'required' } as const
  const ids = post.comments.map((each) => each.id)
  return showRecord(
    post,
    form(to, comment, ['comment'], { back, id, author: 'Ada Visitor' }),
    ...(ids.length > 0 ? [form(to, { back: 'hidden', id: ids }, ['remove'], { back })] : []),
  )
}

const figures = {
  followers: 'number',
  following: 'number',
  posts: 'number',
  views: 'number',
} as const

/** Shows the form that sets an account's audience. */
export const audienceForm = (
  network: string,
  back: string,
  id: string,
  audience: Map<string, Audience>,
): Markup =>
  form(`/${network}/visitors`, { back: 'hidden', id: 'hidden', ...figures }, ['audience'], {
    back,
    id,
    ...openAudience(audience, id),
  })

export function mountVisitors(app: Hono<SandboxEnv>, network: string, visitors: Visitors): void {
  mountForm(app, `/${network}/visitors`, `/${network}`, ({ text }) => {
    const id = text('id')
    if (text('do') === 'remove') visitors.removeComment(id)
    else if (text('do') === 'audience') {
      const present = openAudience(visitors.audience, id)
      for (const name of Object.keys(figures) as (keyof Audience)[]) {
        const given = Number(text(name))
        if (text(name) !== '' && Number.isSafeInteger(given) && given >= 0) present[name] = given
      }
    } else if (text('message').trim() !== '') {
      visitors.comment(id, text('author').trim() || 'Ada Visitor', text('message').trim())
    }
    return text('back').startsWith(`/${network}`) ? text('back') : undefined
  })
}

/** A Page, profile or channel with its posts, oldest first. */
interface ShownAccount {
  id: string
  name: string
  posts: readonly (Pick<ShownPost, 'id' | 'comments'> & object)[]
}

/** Mounts a page for each account at `<root>/<id>`. Returns the links to them. */
export function mountAccountPages(
  app: Hono<SandboxEnv>,
  root: string,
  { audience }: { audience: Map<string, Audience> },
  listAccounts: () => readonly ShownAccount[],
): () => Markup {
  const network = root.split('/')[1] ?? ''
  app.get(`${root}/:id`, (c) => {
    const found = listAccounts().find(({ id }) => id === c.req.param('id'))
    if (found === undefined) return c.notFound()
    const back = `${root}/${found.id}`
    const posts = found.posts.toReversed().map((post) => showPost(network, back, { ...post }))
    const figuresForm = audienceForm(network, back, found.id, audience)
    return c.html(networkPage(found.name, html`${figuresForm}${posts}`))
  })
  return () =>
    html`${listAccounts().map(({ id, name }) => html`<p>${link(`${root}/${id}`, name)} (${id})</p>`)}`
}
