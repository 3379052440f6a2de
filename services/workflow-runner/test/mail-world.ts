import type { MailMessage, ReadFailure, ReadOutcome } from '@atrium/contracts'
import type { MailboxPort } from '../src/nodes/ports.ts'

export interface WorldMail {
  id: string
  receivedAt: number
  labelIds: string[]
  source: Buffer
}

type Verb = keyof MailboxPort

/**
 * Creates a mailbox in memory with responses shaped like those from connect. It records the calls
 * and returns the queued failures.
 */
export function mailWorld(messages: WorldMail[] = []) {
  const asked: { what: Verb; input: Record<string, unknown> }[] = []
  const failures: { what: Verb; failure: ReadFailure }[] = []
  const world = {
    messages,
    asked,
    failures,
    labelId: null as string | null,
    confirmsSending: true,
    pageSize: 100,
    numbering: null as string | null,
    paging: 'normal',
    /** True if the search filters by arrival time. */
    searchesByTime: true,
  }
  const answer = <P>(what: Verb, input: object, page: () => P): ReadOutcome<P> => {
    asked.push({ what, input: input as Record<string, unknown> })
    const at = failures.findIndex((each) => each.what === what)
    const [failed] = at === -1 ? [] : failures.splice(at, 1)
    return failed === undefined
      ? { outcome: 'read', page: page() }
      : { outcome: 'failed', failure: failed.failure }
  }
  const shown = ({ source, ...mail }: WorldMail): MailMessage => ({
    ...mail,
    threadId: mail.id,
    snippet: '',
    size: source.length,
    source: source.length > 400_000 ? null : source.toString('base64'),
    tooLarge: false,
    headers: [],
  })
  const confirm = () =>
    world.confirmsSending
      ? { state: 'sent' as const, note: null }
      : { state: 'unconfirmed' as const, note: 'The mail may have left' }
  const mailbox: MailboxPort = {
    search: async (input) =>
      answer('search', input, () => {
        const after = world.searchesByTime ? (input.after ?? 0) * 1_000 : 0
        const found = [...world.messages]
          .filter(
            ({ receivedAt, labelIds }) =>
              receivedAt >= after && !labelIds.includes(world.labelId ?? 'none'),
          )
          .sort((a, b) => b.receivedAt - a.receivedAt)
        const from = world.paging === 'same' ? 0 : Number(input.cursor ?? 0)
        const to = from + world.pageSize
        const more = world.paging !== 'normal' || to < found.length
        return {
          ids: found.slice(from, to).map(({ id }) => id),
          excludedLabelId: world.labelId,
          numbering: world.numbering,
          next: more ? (world.paging === 'same' ? 'same' : String(to)) : null,
        }
      }),
    messages: async (input) =>
      answer('messages', input, () => {
        const wanted = input.ids.slice(0, 7)
        const found = wanted.flatMap((id) => world.messages.filter((mail) => mail.id === id))
        return { messages: found.map(shown), read: wanted.length }
      }),
    part: async (input) =>
      answer('part', input, () => {
        const source = world.messages.find(({ id }) => id === input.id)?.source ?? Buffer.alloc(0)
        const end = Math.min(source.length, input.offset + 300_000)
        const next = end < source.length ? end : null
        return {
          bytes: source.subarray(input.offset, end).toString('base64'),
          size: source.length,
          next,
        }
      }),
    label: async (input) =>
      answer('label', input, () => {
        world.labelId = 'Label_1'
        for (const mail of world.messages)
          if (input.ids.includes(mail.id)) mail.labelIds.push('Label_1')
        return { labelId: 'Label_1' }
      }),
    send: async (input) => answer('send', input, confirm),
    sendFiles: async (input) => answer('sendFiles', input, confirm),
  }
  return Object.assign(world, { ports: { accounts: { mailbox } } })
}

/** Builds a message from ASCII lines. */
export const aMail = (
  id: string,
  receivedAt: number,
  lines: readonly string[] = [],
): WorldMail => ({
  id,
  receivedAt,
  labelIds: ['INBOX'],
  source: Buffer.from(
    lines.length > 0
      ? lines.join('\r\n')
      : `From: Mill <mill@example.com>\r\nTo: us@example.com\r\nSubject: Mail ${id}\r\n\r\nText of ${id}`,
    'latin1',
  ),
})
