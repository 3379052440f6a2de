import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, type SentForm, showRecord } from '../../pages/inspect.ts'
import { type Markup, networkPage, pagings, readPaging } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import {
  type DriveState,
  folderKind,
  openDrive,
  ownKind,
  putFile,
  type SandboxFile,
} from './drive-state.ts'

const root = '/mailbox/drive'

export function mountDrivePages(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: DriveState,
): void {
  const drive = (c: Context) => openDrive(state, server.user(c.req.param('user') ?? '').id)
  app.get(`${root}/:user`, (c) => c.html(page(server, c.req.param('user'), drive(c), state)))
  const toPage = (c: Context) => `${root}/${c.req.param('user')}`
  mountForm(app, `${root}/:user`, toPage, async (sent, c) => {
    if (sent.text('paging') === '') await change(drive(c), sent)
    else state.paging = readPaging(sent.text('paging'))
  })
}

const documentKinds = ['document', 'spreadsheet', 'presentation']

async function change(drive: Map<string, SandboxFile>, { text, files }: SentForm): Promise<void> {
  const known = drive.get(text('id'))
  const parents = [drive.get(text('folder'))?.mimeType === folderKind ? text('folder') : 'root']
  if (text('do') === 'delete') drive.delete(text('id'))
  if (text('do') === 'folder') putFile(drive, { name: text('name'), mimeType: folderKind })
  if (text('do') === 'document') {
    const content = { bytes: new Uint8Array(Buffer.from(text('text'))), name: text('name') }
    const kind = documentKinds.find((each) => each === text('kind')) ?? 'document'
    const modifiedTime = new Date().toISOString()
    putFile(
      drive,
      known === undefined
        ? { ...content, mimeType: ownKind + kind, parents }
        : { ...known, ...content, modifiedTime },
    )
  }
  if (text('do') !== 'upload') return
  for (const file of files('file')) {
    const mimeType = file.type || 'application/octet-stream'
    const bytes = new Uint8Array(await file.arrayBuffer())
    putFile(drive, { name: file.name, mimeType, bytes, parents })
  }
}

function page(
  server: OAuthServer,
  user: string,
  drive: Map<string, SandboxFile>,
  { paging }: DriveState,
): Markup {
  const { id: userId, name } = server.user(user)
  const to = `${root}/${userId}`
  const files = [...drive.values()]
  const folders = files.filter(({ mimeType }) => mimeType === folderKind)
  const folder = { '': 'none', ...Object.fromEntries(folders.map((each) => [each.id, each.name])) }
  const changeForm = ({ id, name: title, mimeType, bytes }: SandboxFile) =>
    mimeType.startsWith(ownKind) && mimeType !== folderKind
      ? form(to, { id: 'hidden', name: 'text', text: 'lines' }, ['document', 'delete'], {
          id,
          name: title,
          text: Buffer.from(bytes).toString('utf8'),
        })
      : form(to, { id: 'hidden' }, ['delete'], { id })
  return networkPage(
    `Files of ${name}`,
    html`<p>${link('/mailbox', 'The mailbox provider')}</p>
<h2>New</h2>
${form(to, { name: 'required' }, ['folder'])}
${form(to, { name: 'required', kind: documentKinds, folder, text: 'lines' }, ['document'])}
${form(to, { file: 'file', folder }, ['upload'])}
<h2>Paging of lists</h2>${form(to, { paging: pagings }, ['set'], { paging })}
<h2>Files</h2>${files.toReversed().map((file) => showRecord(file, changeForm(file)))}`,
  )
}
