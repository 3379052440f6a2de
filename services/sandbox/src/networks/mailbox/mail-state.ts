import { randomBytes } from 'node:crypto'
import type { Paging } from '../../pages/network-page.ts'
import { composeMail, type NewMail } from './compose-mail.ts'

export interface SandboxMail {
  id: string
  threadId: string
  labelIds: string[]
  /** Milliseconds since 1970. */
  receivedAt: number
  /** Bytes as characters (latin1), because a source may be in any charset. */
  source: string
}

interface MailLabel {
  id: string
  name: string
  type: 'system' | 'user'
}

export interface MailBox {
  /** In order of arrival. */
  messages: Map<string, SandboxMail>
  labels: Map<string, MailLabel>
}

/** The mail of everybody who can sign in. */
export interface MailState {
  boxes: Map<string, MailBox>
  paging: Paging
}

const systemLabels = ['INBOX', 'SENT', 'DRAFT', 'SPAM', 'TRASH', 'UNREAD', 'STARRED', 'IMPORTANT']

export const createMailState = (): MailState => ({ boxes: new Map(), paging: 'normal' })

/** Returns a user's mailbox. Creates it on first use. */
export function openBox(state: MailState, userId: string): MailBox {
  const existing = state.boxes.get(userId)
  if (existing !== undefined) return existing
  const labels = systemLabels.map((name): [string, MailLabel] => [
    name,
    { id: name, name, type: 'system' },
  ])
  const box: MailBox = { messages: new Map(), labels: new Map(labels) }
  state.boxes.set(userId, box)
  return box
}

/** Delivers a message from its parts or its source. */
export function deliver(
  box: MailBox,
  mail: NewMail | { source: string },
  {
    receivedAt = Date.now(),
    labelIds = ['INBOX', 'UNREAD'],
  }: { receivedAt?: number; labelIds?: string[] } = {},
): SandboxMail {
  const id = randomBytes(8).toString('hex')
  const source = 'source' in mail ? mail.source : composeMail(mail, new Date(receivedAt))
  const stored = { id, threadId: id, labelIds, receivedAt, source }
  box.messages.set(id, stored)
  return stored
}

/** Returns a label by name. Creates it if there is none. */
export function labelNamed(box: MailBox, name: string): MailLabel {
  const known = [...box.labels.values()].find(
    (label) => label.name.toLowerCase() === name.toLowerCase(),
  )
  if (known !== undefined) return known
  const label: MailLabel = { id: `Label_${randomBytes(6).toString('hex')}`, name, type: 'user' }
  box.labels.set(label.id, label)
  return label
}

/** Returns the messages, newest first. */
export const newestFirst = (box: MailBox): SandboxMail[] =>
  [...box.messages.values()].sort((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1))

/** Returns the unfolded value of the first header with this name. */
export function readHeader(source: string, name: string): string {
  const head = source.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const found = lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return found === undefined ? '' : found.slice(name.length + 1).trim()
}
