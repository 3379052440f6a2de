import type { ImapFlow, ListResponse } from 'imapflow'
import { NetworkError } from '../../network/network-error.ts'
import type { MailAccount } from '../provider.ts'
import { readWords } from './mail-failure.ts'
import type { SearchedFolder } from './mail-query.ts'
import { canName, inbox } from './message-ids.ts'

/** Names for the sent folder on servers without special-use attributes. */
const sentNames = new Set([
  'sent',
  'sent items',
  'sent mail',
  'sent messages',
  'gesendet',
  'gesendete objekte',
  'envoyés',
  'enviados',
  'inviata',
])

const lastPart = ({ path, delimiter }: ListResponse): string =>
  (delimiter ? path.slice(path.lastIndexOf(delimiter) + 1) : path).toLowerCase()

/** Finds the folder with a special use (RFC 6154). */
async function findByUse(client: ImapFlow, use: string): Promise<string | undefined> {
  const folders = await client.list()
  const marked = folders.find((folder) => folder.specialUse === use)
  if (marked !== undefined || use !== '\\Sent') return marked?.path
  return folders.find((folder) => sentNames.has(lastPart(folder)))?.path
}

export const findSentFolder = (client: ImapFlow): Promise<string | undefined> =>
  findByUse(client, '\\Sent')

/** Returns the path of the folder to search. Throws `NetworkError` if there is none. */
export async function findFolder(client: ImapFlow, folder: SearchedFolder): Promise<string> {
  if (folder === undefined) return inbox
  const path = 'path' in folder ? folder.path : await findByUse(client, folder.use)
  if (path === undefined) throw new NetworkError('blocked', 'The mailbox has no such folder')
  if (canName(path)) return path
  throw new NetworkError('blocked', 'The name of this folder is too long to be searched')
}

/**
 * Selects a folder. Returns its UIDVALIDITY. Throws `NetworkError` with the server's words if the
 * folder cannot be opened.
 */
export async function openFolder(
  client: ImapFlow,
  path: string,
  { account, readOnly }: { account: MailAccount; readOnly: boolean },
): Promise<string> {
  try {
    const folder = await client.mailboxOpen(path, { readOnly })
    return String(folder.uidValidity)
  } catch (error) {
    const isRefusal = error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO'
    if (!isRefusal) throw error
    const words = readWords(Reflect.get(error, 'responseText'), account.password)
    throw new NetworkError('blocked', `The folder “${path}” cannot be opened. ${words}`.trim(), {
      code: 'no_folder',
    })
  }
}
