import { maxDriveBytes } from '@atrium/contracts'
import { z } from 'zod'
import { hasCode, NetworkError, rescued } from '../../network/network-error.ts'
import { type Api, pageAt } from '../api.ts'
import type { DriveReader } from '../readers.ts'

const root = '/drive/v3/files'
const own = 'application/vnd.google-apps.'
const folderType = `${own}folder`

/** The provider's documents as text. Others of its own kinds have none. */
const exports = new Map([
  [`${own}document`, 'text/plain'],
  [`${own}presentation`, 'text/plain'],
  [`${own}spreadsheet`, 'text/csv'],
])

const Owner = z.object({ emailAddress: z.string().optional() })
const File = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().optional().catch(undefined),
  modifiedTime: z.string(),
  webViewLink: z.string().nullish().catch(null),
  owners: z.array(Owner).nullish().catch(null),
})
const Files = z.object({ files: z.array(File).default([]), nextPageToken: z.string().optional() })
const fields = 'nextPageToken,files(id,name,mimeType,size,modifiedTime,webViewLink,owners(emailAddress))'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Files of the mailbox provider's drive. */
export const driveReader = (api: Api): DriveReader => ({
  async list(by, { folder, query: text, changedSince, cursor }) {
    const words = text.trim()
    const q = [
      'trashed = false',
      `mimeType != ${quoted(folderType)}`,
      ...(folder === undefined ? [] : [`${quoted(folder)} in parents`]),
      ...(words === '' ? [] : [`(name contains ${quoted(words)} or fullText contains ${quoted(words)})`]),
      ...(changedSince === undefined ? [] : [`modifiedTime >= ${quoted(changedSince)}`]),
    ].join(' and ')
    // The provider refuses an order for a search in texts, which it answers by relevance.
    const order = words === '' ? { orderBy: 'modifiedTime' } : {}
    const everywhere = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }
    const page = { pageSize: '100', ...pageAt('pageToken', cursor) }
    const query = { q, fields, ...order, ...everywhere, ...page }
    const answer = await api({ path: root, by, query, schema: Files })
    return {
      files: answer.files.map(({ id, name, mimeType, size, modifiedTime, webViewLink, owners }) => ({
        id,
        name,
        mimeType,
        size: mimeType.startsWith(own) ? null : (size ?? null),
        modifiedAt: modifiedTime,
        url: webViewLink ?? null,
        owner: owners?.[0]?.emailAddress ?? null,
      })),
      next: answer.nextPageToken ?? null,
    }
  },
  async file(by, id, mimeType) {
    const exported = exports.get(mimeType)
    if (exported === undefined && mimeType.startsWith(own)) {
      throw new NetworkError('blocked', 'A document of this kind has no text', { code: 'no_text' })
    }
    const path = exported === undefined ? `${root}/${id}` : `${root}/${id}/export`
    const query: Record<string, string> =
      exported === undefined ? { alt: 'media', supportsAllDrives: 'true' } : { mimeType: exported }
    const answering = api.answer({ path, by, query, file: true, longestAnswer: maxDriveBytes })
    const answer = await rescued(answering, hasCode(404), () => undefined)
    return answer && { contentType: exported ?? mimeType, source: answer.bytes ?? Buffer.alloc(0) }
  },
})
