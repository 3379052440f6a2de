import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, type SentForm, showRecord } from '../../pages/inspect.ts'
import {
  type Markup,
  networkPage,
  type Paging,
  pagings,
  readPaging,
} from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
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
  const toPage = (c: Context) => `${root}/${c.req.param('user')}`
  mountForm(app, `${root}/:user`, toPage, (sent, c) =>
    change(box(c), sent, server.user(c.req.param('user') ?? '').email ?? ''),
  )
  mountForm(app, `${root}/:user/paging`, toPage, ({ text }) => {
    state.paging = readPaging(text('paging'))
  })
  app.get(`${root}/:user/:id`, (c) => {
    const mail = box(c).messages.get(c.req.param('id'))
    return mail === undefined ? c.notFound() : c.text(Buffer.from(mail.source, 'latin1').toString())
  })
}

async function change(box: MailBox, { text, files }: SentForm, owner: string): Promise<void> {
  const mail = box.messages.get(text('id'))
  switch (text('do')) {
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
      const attachments = await Promise.all(
        files('file').map(async (file) => ({
          name: file.name,
          contentType: file.type || 'application/octet-stream',
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      )
      deliver(box, {
        from: text('from'),
        to: owner,
        subject: text('subject'),
        text: text('text'),
        ...(text('html') === '' ? {} : { html: text('html') }),
        attachments,
      })
    }
  }
}

const message = {
  from: 'required',
  subject: 'required',
  text: 'lines',
  html: 'lines',
  file: 'file',
} as const

function mailPage(server: OAuthServer, user: string, box: MailBox, paging: Paging): Markup {
  const { id: userId, name } = server.user(user)
  const to = `${root}/${userId}`
  const mails = newestFirst(box).slice(0, shownMails)
  return networkPage(
    `Mail of ${name}`,
    html`<p>${link('/mailbox', 'The mailbox provider')}</p>
<h2>Deliver a message</h2>
${form(to, message, ['deliver'], { from: 'Flour Mill <billing@mill.example>' })}
${form(to, { source: 'lines' }, ['source'])}
<h2>Paging of lists</h2>${form(`${to}/paging`, { paging: pagings }, ['set'], { paging })}
<h2>${box.messages.size} messages</h2>
${mails.map(({ id, labelIds, receivedAt, source }) =>
  showRecord(
    {
      page: `${to}/${id}`,
      subject: readHeader(source, 'subject'),
      from: readHeader(source, 'from'),
      receivedAt: new Date(receivedAt),
      labels: labelIds.map((label) => box.labels.get(label)?.name ?? label),
    },
    form(to, { id: 'hidden', label: 'text' }, ['label', 'delete'], { id }),
  ),
)}`,
  )
}
