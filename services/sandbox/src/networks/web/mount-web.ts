import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { faultSwitches, mountFaultSwitches } from '../fault-switches.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { networkPage } from '../network-page.ts'
import { watching } from '../with-faults.ts'
import { searchPage, webPage } from './web-pages.ts'
import { createWeb, toPath, type WebPage, type WebSandbox } from './web-state.ts'

/**
 * Mounts the search below `/web/search`, articles below `/web/pages`, profiles below `/in`, and a
 * page to edit them all.
 */
function mount(app: Hono<SandboxEnv>): WebSandbox {
  const web = createWeb()
  const watch = watching('web', web, ({ status }) => ({ error: `Status ${status}` }))
  const shown = (c: Context<SandboxEnv>, profile: boolean) => {
    const page = web.pages.get(c.req.param('slug') ?? '')
    return page === undefined || page.profile !== profile ? c.notFound() : c.html(webPage(page))
  }
  app.get('/web/search', (c) =>
    watch(c, () => {
      const query = c.req.query('q') ?? ''
      return query.trim() === ''
        ? c.text('A query is needed', 400)
        : c.html(searchPage(query, found(web, query)))
    }),
  )
  app.get('/web/pages/:slug', (c) => watch(c, () => shown(c, false)))
  app.get('/in/:slug', (c) => watch(c, () => shown(c, true)))
  app.get('/web', (c) => c.html(editor(web)))
  mountFaultSwitches(app, 'web', web.faults)
  app.post('/web/edit', async (c) => {
    const form = await c.req.parseBody()
    const text = (name: string) => String(form[name] ?? '').trim()
    const slug = text('slug')
    if (!/^[a-z0-9-]{1,80}$/.test(slug))
      return c.text('A slug has lower-case letters, digits and dashes', 400)
    if (text('do') === 'delete') web.pages.delete(slug)
    else {
      const flags = { profile: form['profile'] === 'on', scripted: form['scripted'] === 'on' }
      const [title, description, image] = [text('title'), text('description'), text('image')]
      web.put({ slug, title, description, image, text: text('text'), ...flags })
    }
    return c.redirect('/web', 303)
  })
  return web
}

const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the pages that contain every word in a query. Ignores operators such as `site:`. */
function found({ pages }: WebSandbox, query: string): WebPage[] {
  const words = fold(query.replaceAll(/\b\w+:\S+/g, ' ')).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...pages.values()].filter(({ title, description, text }) => {
    const held = fold(`${title} ${description} ${text}`)
    return words.every((word) => held.includes(word))
  })
}

const field = (label: string, name: string, value: string) =>
  html`<label>${label} <input name="${name}" value="${value}" size="60"></label><br>`

const form = (page: WebPage | undefined) =>
  html`<form method="post" action="/web/edit"><article>${
    page === undefined
      ? html`<b>A new page</b>`
      : html`<a href="${toPath(page)}">${toPath(page)}</a>`
  }
${field('Slug', 'slug', page?.slug ?? '')}${field('Title', 'title', page?.title ?? '')}
${field('Description', 'description', page?.description ?? '')}${field('Picture', 'image', page?.image ?? '')}
<textarea name="text" rows="5" cols="70">${page?.text ?? ''}</textarea><br>
<label><input type="checkbox" name="profile" ${page?.profile === true ? 'checked' : ''}> a person’s profile</label>
<label><input type="checkbox" name="scripted" ${page?.scripted === true ? 'checked' : ''}> needs its script</label>
<button name="do" value="save">Save</button> ${page === undefined ? '' : html`<button name="do" value="delete">Delete</button>`}
</article></form>`

const editor = ({ pages, faults }: WebSandbox) =>
  networkPage(
    'Web',
    html`<form action="/web/search"><input name="q" placeholder="Search"> <button>Search</button></form>
${[...pages.values()].map(form)}${form(undefined)}${faultSwitches('web', faults)}`,
  )

const endpoints: NetworkEndpoints = {
  network: 'web',
  prefix: 'SEARCH_',
  variables: (sandbox) => ({ SEARCH_API_URL: `${sandbox}/web/search` }),
}

export const web = { endpoints, mount }
