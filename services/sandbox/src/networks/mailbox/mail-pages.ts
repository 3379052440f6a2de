import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import {
  type Markup,
  networkPage,
  type Paging,
  pagings,
  readPaging,
  renderSelect,
} from '../network-page.ts'
import type { OAuthServer } from '../oauth-state.ts'
import {
  deliver,
  labelNamed,
  type MailBox,
  type MailState,
  newestFirst,
  openBox,
  readHeader,
} from './mail-state.ts'

const shownMails = 200
const root = '/mailbox/mail'

export function mountMailPages(app: Hono<SandboxEnv>, server: OAuthServer, state: MailState): void {
  const box = (c: Context) => openBox(state, server.user(c.req.param('user') ?? '').id)
  app.get(`${root}/:user`, (c) =>
    c.html(mailPage(server, c.req.param('user'), box(c), state.paging)),
  )
  app.post(`${root}/:user`, async (c) => {
    const form = await c.req.parseBody({ all: true })
    await change(box(c), form, server.user(c.req.param('user')).email ?? '')
    return c.redirect(`${root}/${c.req.param('user')}`, 303)
  })
  app.post(`${root}/:user/paging`, async (c) => {
    const wanted = (await c.req.parseBody())['paging']
    state.paging = readPaging(wanted) ?? 'normal'
    return c.redirect(`${root}/${c.req.param('user')}`, 303)
  })
  app.get(`${root}/:user/:id`, (c) => {
    const mail = box(c).messages.get(c.req.param('id'))
    return mail === undefined ? c.notFound() : c.text(Buffer.from(mail.source, 'latin1').toString())
  })
}

async function change(box: MailBox, form: Record<string, unknown>, owner: string): Promise<void> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  const mail = box.messages.get(text('id'))
  switch (form['do']) {
    case 'delete':
      box.messages.delete(text('id'))
      return
    case 'label': {
      if (mail === undefined || text('label').trim() === '') return
      const { id } = labelNamed(box, text('label').trim())
      mail.labelIds = mail.labelIds.includes(id)
        ? mail.labelIds.filter((known) => known !== id)
        : [...mail.labelIds, id]
      return
    }
    case 'source':
      deliver(box, { source: Buffer.from(text('source')).toString('latin1') })
      return
    default: {
      const files = [form['file'] ?? []]
        .flat()
        .filter((file): file is File => file instanceof File && file.size > 0)
      const attachments = await Promise.all(
        files.map(async (file) => ({
          name: file.name,
          contentType: file.type || 'application/octet-stream',
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      )
      const {
        from,
        subject,
        text: words,
        html: markup,
      } = { from: text('from'), subject: text('subject'), text: text('text'), html: text('html') }
      const page = markup === '' ? {} : { html: markup }
      deliver(box, { from, to: owner, subject, text: words, ...page, attachments })
    }
  }
}

function mailPage(server: OAuthServer, user: string, box: MailBox, paging: Paging): Markup {
  const { id: userId, name } = server.user(user)
  const action = `${root}/${userId}`
  const findName = (id: string) => box.labels.get(id)?.name ?? id
  return networkPage(
    `Mail of ${name}`,
    html`<p><a href="/mailbox">The mailbox provider</a></p>
<h2>A message arrives</h2>
<form method="post" action="${action}" enctype="multipart/form-data">
<p><input name="from" placeholder="From" value="Flour Mill &lt;billing@mill.example&gt;" required>
<input name="subject" placeholder="Subject" required></p>
<p><textarea name="text" rows="4" cols="60" placeholder="Text"></textarea></p>
<p><textarea name="html" rows="2" cols="60" placeholder="HTML, if it has any"></textarea></p>
<p><input name="file" type="file" multiple> <button name="do" value="write">Deliver</button></p></form>
<details><summary>From its source</summary><form method="post" action="${action}">
<textarea name="source" rows="8" cols="60"></textarea> <button name="do" value="source">Deliver</button></form></details>
<form method="post" action="${action}/paging"><p>Lists are paged: ${renderSelect('paging', pagings, paging)}
<button>Set</button></p></form>
<h2>${box.messages.size} messages</h2>
${newestFirst(box)
  .slice(0, shownMails)
  .map(
    ({
      id,
      labelIds,
      receivedAt,
      source,
    }) => html`<article data-mail="${id}"><form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><strong><a href="${action}/${id}">${readHeader(source, 'subject') || '(no subject)'}</a></strong> from ${readHeader(source, 'from')}, ${new Date(receivedAt).toISOString()}
${labelIds.map(findName).join(', ')}
<input name="label" placeholder="Label"> <button name="do" value="label">Add or remove it</button> <button name="do" value="delete">Delete</button></form></article>`,
  )}`,
  )
}
