import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type Markup, networkPage, pagings, readPaging, renderSelect } from '../network-page.ts'
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
  app.post(`${root}/:user`, async (c) => {
    const form = await c.req.parseBody()
    const paging = readPaging(form['paging'])
    if (paging !== undefined) state.paging = paging
    else await change(drive(c), form)
    return c.redirect(`${root}/${c.req.param('user')}`, 303)
  })
}

async function change(
  drive: Map<string, SandboxFile>,
  form: Record<string, unknown>,
): Promise<void> {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  const known = drive.get(text('id'))
  const parents = [drive.get(text('folder'))?.mimeType === folderKind ? text('folder') : 'root']
  if (text('do') === 'delete') drive.delete(text('id'))
  if (text('do') === 'folder') putFile(drive, { name: text('name'), mimeType: folderKind })
  if (text('do') === 'document') {
    const content = { bytes: new Uint8Array(Buffer.from(text('text'))), name: text('name') }
    const kind =
      ['document', 'spreadsheet', 'presentation'].find((each) => each === text('kind')) ??
      'document'
    const modifiedTime = new Date().toISOString()
    putFile(
      drive,
      known === undefined
        ? { ...content, mimeType: ownKind + kind, parents }
        : { ...known, ...content, modifiedTime },
    )
  }
  const file = form['file']
  if (text('do') === 'file' && file instanceof File) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    putFile(drive, {
      name: file.name,
      mimeType: file.type || 'application/octet-stream',
      bytes,
      parents,
    })
  }
}

function page(
  server: OAuthServer,
  user: string,
  drive: Map<string, SandboxFile>,
  { paging }: DriveState,
): Markup {
  const { id: userId, name } = server.user(user)
  const action = `${root}/${userId}`
  const files = [...drive.values()]
  const folders = html`<select name="folder"><option value="">No folder</option>${files
    .filter(({ mimeType }) => mimeType === folderKind)
    .map((folder) => html`<option value="${folder.id}">${folder.name}</option>`)}</select>`
  const shown = (
    file: SandboxFile,
  ): Markup => html`<article data-file="${file.id}"><strong>${file.name}</strong> ${file.mimeType}, ${file.modifiedTime}, id ${file.id}
<form method="post" action="${action}"><input type="hidden" name="id" value="${file.id}">
${
  file.mimeType.startsWith(ownKind) && file.mimeType !== folderKind
    ? html`<input name="name" value="${file.name}"> <textarea name="text" rows="3" cols="60">${Buffer.from(file.bytes).toString('utf8')}</textarea> <button name="do" value="document">Change</button>`
    : ''
} <button name="do" value="delete">Delete</button></form></article>`
  return networkPage(
    `Files of ${name}`,
    html`<p><a href="/mailbox">The mailbox provider</a></p>
<form method="post" action="${action}"><p><input name="name" placeholder="Name of a folder" required> <button name="do" value="folder">New folder</button></p></form>
<form method="post" action="${action}"><p><input name="name" placeholder="Name" required> <select name="kind"><option>document</option><option>spreadsheet</option><option>presentation</option></select> ${folders}
<textarea name="text" rows="3" cols="60"></textarea> <button name="do" value="document">New document</button></p></form>
<form method="post" action="${action}" enctype="multipart/form-data"><p><input name="file" type="file" required> ${folders} <button name="do" value="file">Upload</button></p></form>
<form method="post" action="${action}"><p>Lists are paged: ${renderSelect('paging', pagings, paging)} <button>Set</button></p></form>
${files.toReversed().map(shown)}`,
  )
}
