import { composeMail, type NewMail } from '../mailbox/compose-mail.ts'

export interface ImapMessage {
  uid: number
  flags: Set<string>
  /** Milliseconds since 1970. */
  receivedAt: number
  /** Bytes as characters (latin1), because a source may be in any charset. */
  source: string
}

export interface ImapFolder {
  validity: number
  nextUid: number
  /** Such as `\\Sent` (RFC 6154). */
  use?: string
  messages: ImapMessage[]
}

export interface ImapBox {
  user: string
  password: string
  /** False if the server keeps no keywords, so labelled mail has to be moved. */
  keepsKeywords: boolean
  folders: Map<string, ImapFolder>
}

export interface SentByMail {
  from: string
  to: string[]
  source: string
  at: number
}

/** The IMAP and SMTP stand-in's mailboxes, and the mail sent through it. */
export interface ImapSandbox {
  boxes: Map<string, ImapBox>
  sent: SentByMail[]
  /** The servers' ports. */
  ports: { imap: number; smtp: number }
}

const most = 2_000

const folder = (validity: number, use?: string): ImapFolder => ({
  validity,
  nextUid: 1,
  messages: [],
  ...(use === undefined ? {} : { use }),
})

/** User name and password of the mailbox that exists from the start. */
export const sandboxMailAccount = { user: 'bakery@imap.example', password: 'sandbox-mail-password' }

export function openImapBox(
  state: ImapSandbox,
  { user, password }: { user: string; password: string } = sandboxMailAccount,
): ImapBox {
  const existing = state.boxes.get(user)
  if (existing !== undefined) return existing
  const box: ImapBox = {
    user,
    password,
    keepsKeywords: true,
    folders: new Map([
      ['INBOX', folder(1)],
      ['Sent', folder(2, '\\Sent')],
      ['Trash', folder(3, '\\Trash')],
    ]),
  }
  state.boxes.set(user, box)
  return box
}

export function createImapState(): ImapSandbox {
  const state: ImapSandbox = { boxes: new Map(), sent: [], ports: { imap: 0, smtp: 0 } }
  openImapBox(state)
  return state
}

export function findFolder(box: ImapBox, path: string): ImapFolder | undefined {
  return box.folders.get(path.toUpperCase() === 'INBOX' ? 'INBOX' : path)
}

export function createFolder(box: ImapBox, path: string): ImapFolder | undefined {
  if (findFolder(box, path) !== undefined || box.folders.size >= most) return undefined
  const made = folder(box.folders.size + 1)
  box.folders.set(path, made)
  return made
}

/** Adds a message to a folder. */
export function storeMessage(to: ImapFolder, message: Omit<ImapMessage, 'uid'>): ImapMessage {
  const stored = { ...message, uid: to.nextUid }
  to.nextUid += 1
  to.messages.push(stored)
  if (to.messages.length > most) to.messages.shift()
  return stored
}

/** Delivers a message to the inbox from its parts or its source. */
export function deliverByImap(
  box: ImapBox,
  mail: NewMail | { source: string },
  { receivedAt = Date.now() }: { receivedAt?: number } = {},
): ImapMessage {
  const inbox = findFolder(box, 'INBOX') ?? folder(1)
  const source = 'source' in mail ? mail.source : composeMail(mail, new Date(receivedAt))
  return storeMessage(inbox, { flags: new Set(), receivedAt, source })
}
