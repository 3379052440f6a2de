import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { networkPage as page } from './network-page.ts'
import { type PagenetSandbox, pagenetPermissions } from './pagenet-state.ts'

/** Mounts the consent dialog and what a person can look at and switch. */
export function mountPagenetPages(app: Hono<SandboxEnv>, state: PagenetSandbox): void {
  app.get('/pagenet/dialog', (c) => {
    const asked = c.req.query()
    const problem = problemOf(state, asked)
    if (problem !== undefined) return c.html(page('Cannot sign in', html`<p>${problem}</p>`), 400)
    const scopes = asked['scope']?.split(/[ ,]+/) ?? pagenetPermissions
    return c.html(
      page(
        'Connect your Pages',
        html`<form method="post" action="/pagenet/dialog">
<input type="hidden" name="redirect_uri" value="${asked['redirect_uri'] ?? ''}">
<input type="hidden" name="state" value="${asked['state'] ?? ''}">
<p>${state.user.name} grants:</p>
${scopes.map((scope) => html`<p><label><input type="checkbox" name="permission" value="${scope}" checked> ${scope}</label></p>`)}
<button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></form>`,
      ),
    )
  })
  app.post('/pagenet/dialog', async (c) => decide(c, state, await c.req.parseBody({ all: true })))
  app.get('/pagenet', (c) =>
    c.html(
      page(
        'Pages',
        html`${state.pages.map((entry) => html`<p><a href="/pagenet/pages/${entry.id}">${entry.name}</a> (${entry.id})</p>`)}
<form method="post" action="/pagenet/revoke"><button>Revoke every token</button></form>
<form method="post" action="/pagenet/expire"><button>Let every token expire</button></form>`,
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
    const posts = found.posts.toReversed().map(
      (post) => html`<article data-post="${post.id}">${post.message}
${post.link === null ? '' : html`<a href="${post.link}">${post.link}</a>`}
${post.media.map((photo) => html`<em>photo ${photo}</em> `)}
${post.comments.map((comment) => html`<p><strong>${comment.from.name}</strong>: ${comment.message}</p>`)}</article>`,
    )
    return c.html(page(found.name, html`${posts}`))
  })
}

function problemOf(state: PagenetSandbox, asked: Record<string, string>): string | undefined {
  if (asked['client_id'] !== state.clientId) return 'Invalid app id'
  const uri = asked['redirect_uri'] ?? ''
  if (!URL.canParse(uri)) return 'The parameter redirect_uri is required'
  if (state.redirectUris.size > 0 && !state.redirectUris.has(uri)) return 'redirect_uri mismatch'
  if (!asked['state']) return 'The parameter state is required'
  if (asked['response_type'] !== 'code') return 'The parameter response_type has to be code'
  if (!asked['scope'] && !asked['config_id']) return 'One of scope and config_id is required'
  return asked['scope'] && asked['config_id'] ? 'scope and config_id exclude each other' : undefined
}

function decide(c: Context, state: PagenetSandbox, form: Record<string, unknown>): Response {
  const uri = String(form['redirect_uri'] ?? '')
  if (!URL.canParse(uri) || (state.redirectUris.size > 0 && !state.redirectUris.has(uri))) {
    return c.text('redirect_uri mismatch', 400)
  }
  const back = new URL(uri)
  back.searchParams.set('state', String(form['state'] ?? ''))
  if (form['decision'] === 'approve') {
    const code = randomBytes(18).toString('base64url')
    const permissions = [form['permission'] ?? []].flat().map(String)
    state.codes.set(code, { redirectUri: uri, permissions, used: false })
    back.searchParams.set('code', code)
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_reason', 'user_denied')
    back.searchParams.set('error_description', 'Permissions error')
  }
  return c.redirect(back.href, 303)
}
