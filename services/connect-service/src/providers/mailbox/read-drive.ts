import { maxDriveBytes } from '@atrium/contracts'
import { z } from 'zod'
import { hasCode, NetworkError, rescued } from '../../network/network-error.ts'
import { type Api, pageAt } from '../api.ts'
import type { Connection, DriveReader } from '../readers.ts'

const root = '/drive/v3/files'
const googleTypes = 'application/vnd.google-apps.'
const folderType = `${googleTypes}folder`
const shortcutType = `${googleTypes}shortcut`
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The export formats: documents as text, spreadsheets with all their sheets. Other types of the
 * provider cannot be exported.
 */
const exports = new Map([
  [`${googleTypes}document`, 'text/plain'],
  [`${googleTypes}presentation`, 'text/plain'],
  [`${googleTypes}spreadsheet`, workbook],
])

const Owner = z.object({ emailAddress: z.string().optional() })
const FileId = z.string().regex(/^[\w-]{1,200}$/)
const File = z.object({
  id: FileId,
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().optional().catch(undefined),
  modifiedTime: z.string(),
  webViewLink: z.string().nullish().catch(null),
  owners: z.array(Owner).nullish().catch(null),
  shortcutDetails: z
    .object({ targetId: FileId, targetMimeType: z.string().optional() })
    .nullish()
    .catch(null),
})
const Files = z.object({ files: z.array(File).default([]), nextPageToken: z.string().optional() })
type File = z.output<typeof File>
const fileFields =
  'id,name,mimeType,size,modifiedTime,webViewLink,owners(emailAddress),shortcutDetails(targetId,targetMimeType)'
const fields = `nextPageToken,files(${fileFields})`
const atOnce = 5

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function parentsQuery(folders: readonly string[]): string[] {
  const terms = folders.map((each) => `${quoted(each)} in parents`)
  return terms.length > 1 ? [`(${terms.join(' or ')})`] : terms
}

export const driveReader = (api: Api): DriveReader => ({
  async list(
    by,
    {
      folder,
      folders = folder === undefined ? [] : [folder],
      kind,
      query: text,
      changedSince,
      cursor,
    },
  ) {
    const words = text.trim()
    const q = [
      'trashed = false',
      kind === 'folders'
        ? `(mimeType = ${quoted(folderType)} or mimeType = ${quoted(shortcutType)})`
        : `mimeType != ${quoted(folderType)}`,
      ...parentsQuery(folders),
      ...(words === ''
        ? []
        : [`(name contains ${quoted(words)} or fullText contains ${quoted(words)})`]),
      ...(changedSince === undefined ? [] : [`modifiedTime >= ${quoted(changedSince)}`]),
    ].join(' and ')
    // The provider rejects a sort order for a full-text search because it sorts those by relevance.
    const order = words === '' ? { orderBy: 'modifiedTime' } : {}
    const everywhere = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }
    const page = { pageSize: '100', ...pageAt('pageToken', cursor) }
    const query = { q, fields, ...order, ...everywhere, ...page }
    const answer = await api({ path: root, by, query, schema: Files })
    return {
      files: (await followShortcuts(api, by, answer.files, kind)).map(
        ({ id, name, mimeType, size, modifiedTime, webViewLink, owners }) => ({
          id,
          name,
          mimeType,
          size: mimeType.startsWith(googleTypes) ? null : (size ?? null),
          modifiedAt: modifiedTime,
          url: webViewLink ?? null,
          owner: owners?.[0]?.emailAddress ?? null,
        }),
      ),
      next: answer.nextPageToken ?? null,
    }
  },
  async file(by, id, mimeType) {
    const exported = exports.get(mimeType)
    if (exported === undefined && mimeType.startsWith(googleTypes)) {
      throw new NetworkError('blocked', 'This type of document has no text', { code: 'no_text' })
    }
    const path = exported === undefined ? `${root}/${id}` : `${root}/${id}/export`
    const query: Record<string, string> =
      exported === undefined ? { alt: 'media', supportsAllDrives: 'true' } : { mimeType: exported }
    const download = (asked: Record<string, string>) =>
      api.answer({ path, by, query: asked, file: true, longestAnswer: maxDriveBytes })
    let contentType = exported ?? mimeType
    // If a spreadsheet is too large to export as a workbook, export its first sheet.
    const whole = rescued(
      download(query),
      hasCode(...(exported === workbook ? [400, 403] : [])),
      () => {
        contentType = 'text/csv'
        return download({ mimeType: contentType })
      },
    )
    const answer = await rescued(whole, hasCode(404), () => undefined)
    return answer && { contentType, source: answer.bytes ?? Buffer.alloc(0) }
  },
})

/**
 * Replaces shortcuts with the files or folders they point to. Drops a shortcut if its target was
 * deleted or is not of the listed kind.
 */
async function followShortcuts(
  api: Api,
  by: Connection,
  files: readonly File[],
  kind: 'files' | 'folders',
): Promise<File[]> {
  const isListed = (mimeType: string) => (mimeType === folderType) === (kind === 'folders')
  const followed: File[] = []
  for (let at = 0; at < files.length; at += atOnce) {
    const batch = files.slice(at, at + atOnce).map(async (file) => {
      if (file.mimeType !== shortcutType) return file
      const { targetId, targetMimeType } = file.shortcutDetails ?? {}
      if (targetId === undefined) return undefined
      if (targetMimeType !== undefined && !isListed(targetMimeType)) return undefined
      const query = { fields: fileFields, supportsAllDrives: 'true' }
      const asking = api({ path: `${root}/${targetId}`, by, query, schema: File })
      return rescued(asking, hasCode(403, 404), () => undefined)
    })
    for (const file of await Promise.all(batch)) {
      if (file === undefined || file.mimeType === shortcutType) continue
      if (isListed(file.mimeType)) followed.push(file)
    }
  }
  return followed
}
