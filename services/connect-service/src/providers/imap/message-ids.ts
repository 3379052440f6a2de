const form = /^([0-9a-f]{12})-(\d{1,10})-(\d{1,10})(?:-([\w-]+))?$/

/** The longest folder name, in bytes, that fits into a message id. */
const longestPath = 110

export interface MessagePlace {
  /** The folder's path at the server. */
  path: string
  /** UIDVALIDITY (RFC 9051, 2.3.1.1). A UID without it may mean another message. */
  validity: string
  uid: number
}

export const inbox = 'INBOX'

export const canName = (path: string): boolean => Buffer.byteLength(path) <= longestPath

export function toMessageId(account: string, { path, validity, uid }: MessagePlace): string {
  const folder = path === inbox ? '' : `-${Buffer.from(path).toString('base64url')}`
  return `${account}-${validity}-${uid}${folder}`
}

/** Returns undefined if the id belongs to another account or to no mailbox by IMAP. */
export function readMessageId(account: string, id: string): MessagePlace | undefined {
  const [, owner, validity = '', uid = '', folder] = form.exec(id) ?? []
  if (owner !== account) return undefined
  const path = folder === undefined ? inbox : Buffer.from(folder, 'base64url').toString()
  return { path, validity, uid: Number(uid) }
}
