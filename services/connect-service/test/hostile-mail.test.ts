import { LabelMessages, ReadMessages, SearchMailbox, SendFromMailbox } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { deliverByImap, openImapBox } from '@atrium/sandbox'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { flood, startHostileImap, startServer } from './hostile-mail-server.ts'
import { connectBox, connectImapAt, imapBody, imapHarness } from './imap-stage.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ ...imapHarness, mailMs: { connectMs: 700, operationMs: 4_000 } })
})
afterAll(() => harness.stop())

type Hostile = Awaited<ReturnType<typeof startServer>>

async function connectTo(server: Hostile, person: Caller) {
  const body = { ...imapBody(harness.sandbox.imap), port: server.port }
  return connectImapAt(person, body)
}

const silent = () => startServer(() => undefined)
const greetsOnly = () => startHostileImap(() => '')
const refusals: [string, () => Promise<Hostile>][] = [
  ['says nothing', silent],
  ['is silent after its greeting', greetsOnly],
  ['greets without an end', () => startServer((socket) => flood(socket, '* OK more\r\n'))],
  ['sends one endless line', () => startServer((socket) => flood(socket, 'x'.repeat(65_536)))],
  [
    'sends untagged responses without an end',
    () =>
      startHostileImap(({ line, socket }) => {
        if (!/SELECT|EXAMINE/i.test(line)) return undefined
        flood(socket, '* OK still there\r\n'.repeat(500))
        return ''
      }),
  ],
  [
    'announces a literal of 100 MB',
    () =>
      startHostileImap(({ line }) =>
        /SELECT|EXAMINE/i.test(line) ? `* LIST () "/" {${100 * 1024 * 1024}}\r\n` : undefined,
      ),
  ],
  [
    'speaks HTTP',
    () => startServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ],
  [
    'sends bytes at random',
    () => startServer((socket) => void socket.write(Buffer.alloc(70_000, 0xff))),
  ],
  [
    'drips one byte at a time',
    () =>
      startServer((socket) => {
        const timer = setInterval(() => void socket.write('*'), 20)
        socket.on('close', () => clearInterval(timer))
      }),
  ],
  ['ends the connection at once', () => startServer((socket) => void socket.end())],
]

test.each(refusals)('refuses with a sentence when the server %s', async (_, start) => {
  const server = await start()
  const person = harness.person()
  try {
    const answer = await connectTo(server, person)
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
    expect(String(answer.body['detail'])).toMatch(/server.*\.|server sent more/)
    expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
  } finally {
    server.stop()
  }
})

async function connectHostile(person: Caller, server: Hostile) {
  const answer = await connectTo(server, person)
  if (answer.status !== 201) throw new Error(answer.text)
  const channelId = String((answer.body['channel'] as unknown as { id: string }).id)
  const { orgId, userId: actorId } = person.principal
  return { orgId, actorId, channelId }
}

test('reads a mailbox with 10,000 folders', async () => {
  const folders = Array.from({ length: 10_000 }, (_, at) => `* LIST () "/" "Folder ${at}"\r\n`)
  const server = await startHostileImap(({ tag, line }) =>
    /^\S+ LIST/i.test(line) ? `${folders.join('')}${tag} OK Done\r\n` : undefined,
  )
  // With the usual limits, which a slow machine does not reach.
  const patient = await startHarness(imapHarness)
  try {
    const target = await connectHostile(patient.person(), server)
    expect(
      await callRpc(patient.bus, SearchMailbox, { ...target, query: 'in:sent' }),
    ).toMatchObject({ failure: { class: 'blocked', message: 'The mailbox has no such folder' } })
  } finally {
    server.stop()
    await patient.stop()
  }
})

test.each([
  [
    'a size that is a lie',
    (tag: string) => `* 1 FETCH (UID 1 RFC822.SIZE 10 BODY[]<0> {40000000}\r\n${tag}`,
  ],
  ['a literal that never ends', () => '* 1 FETCH (UID 1 BODY[] {500000}\r\nFrom: a'],
  [
    'brackets without an end',
    (tag: string) => `* 1 FETCH ${'('.repeat(50_000)}\r\n${tag} OK Done\r\n`,
  ],
])(
  'reads a message without its text when it has %s, and the other messages',
  async (_, fetched) => {
    const server = await startHostileImap(({ tag, line }) => {
      if (/^\S+ UID SEARCH/i.test(line)) {
        const found = /UID SEARCH UID 1$/i.test(line) ? '1' : '1 2'
        return `* SEARCH ${found}\r\n${tag} OK Done\r\n`
      }
      if (!/FETCH/i.test(line)) return undefined
      if (/FETCH 1 /i.test(line)) return fetched(tag)
      const mail = 'Subject: Fine\r\n\r\nText'
      const source = /BODY\.PEEK\[\]/i.test(line) ? `BODY[]<0> {${mail.length}}\r\n${mail}` : ''
      return `* 2 FETCH (UID 2 RFC822.SIZE ${mail.length} ${source || 'FLAGS ()'})\r\n${tag} OK Done\r\n`
    })
    try {
      const target = await connectHostile(harness.person(), server)
      const found = await callRpc(harness.bus, SearchMailbox, target)
      if (found.outcome !== 'read') throw new Error(found.failure.message)
      const { ids } = found.page
      expect(ids).toHaveLength(2)
      // A failure that may be temporary is repeated once.
      const answer = await vi.waitFor(
        async () => {
          const read = await callRpc(harness.bus, ReadMessages, { ...target, ids })
          if (read.outcome !== 'read') throw new Error(read.failure.message)
          return read.page
        },
        { timeout: 15_000 },
      )
      expect(answer).toMatchObject({
        read: 2,
        messages: [
          { tooLarge: false, source: btoa('Subject: Fine\r\n\r\nText') },
          {
            tooLarge: true,
            source: null,
            problem: expect.stringMatching(/could not be read: .*(?:mail server|IMAP server)/),
          },
        ],
      })
    } finally {
      server.stop()
    }
  },
)

test('reads other mailboxes while a server is slow', async () => {
  const box = openImapBox(harness.sandbox.imap)
  deliverByImap(box, { from: 'a@example.com', to: box.user, subject: 'Here', text: 'Text' })
  const server = await startHostileImap(({ line }) => (/UID SEARCH/i.test(line) ? '' : undefined))
  const person = harness.person()
  try {
    const slow = await connectHostile(harness.person(), server)
    const { orgId, userId: actorId } = person.principal
    const own = { orgId, actorId, channelId: await connectBox(person, harness.sandbox.imap) }
    const order: string[] = []
    const waiting = [1, 2, 3].map(() =>
      callRpc(harness.bus, SearchMailbox, slow).then((answer) => {
        order.push('slow')
        return answer
      }),
    )
    expect(await callRpc(harness.bus, SearchMailbox, own)).toMatchObject({ outcome: 'read' })
    order.push('own')
    expect(await Promise.all(waiting)).toMatchObject([1, 2, 3].map(() => ({ outcome: 'failed' })))
    expect(order[0]).toBe('own')
  } finally {
    server.stop()
  }
})

/** An SMTP server that accepts everything and does `atEnd` with the text's last line. */
function startSmtp(atEnd: (socket: import('node:net').Socket) => void) {
  return startServer((socket) => {
    let inText = false
    let rest = ''
    socket.write('220 Ready\r\n')
    socket.on('data', (part) => {
      rest += part.toString('latin1')
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (inText) {
          if (line === '.') atEnd(socket)
        } else if (/^EHLO/i.test(line)) socket.write('250-here\r\n250 AUTH PLAIN\r\n')
        else if (/^AUTH/i.test(line)) socket.write('235 Welcome\r\n')
        else if (/^DATA/i.test(line)) {
          inText = true
          socket.write('354 Go ahead\r\n')
        } else socket.write('250 OK\r\n')
      }
    })
  })
}

test.each([
  ['ends the connection', (socket: import('node:net').Socket) => void socket.destroy()],
  ['says nothing', () => undefined],
])('never sends a mail again when the server %s after the text', async (_, atEnd) => {
  let texts = 0
  const server = await startSmtp((socket) => {
    texts += 1
    atEnd(socket)
  })
  const person = harness.person()
  try {
    const body = { ...imapBody(harness.sandbox.imap), smtpPort: server.port }
    const connected = await connectImapAt(person, body)
    const channelId = String((connected.body['channel'] as unknown as { id: string }).id)
    const { orgId, userId: actorId } = person.principal
    const send = (key: string) =>
      callRpc(harness.bus, SendFromMailbox, {
        orgId,
        actorId,
        channelId,
        key,
        to: 'mill@example.com',
        subject: 'Order',
        text: 'Twelve sacks',
      })
    expect(await send('one')).toMatchObject({ page: { state: 'unconfirmed' } })
    expect(await send('one')).toMatchObject({ page: { state: 'unconfirmed' } })
    expect(texts).toBe(1)
  } finally {
    server.stop()
  }
})

test('sends a mail later when the server refused it for now', async () => {
  let refuses = true
  const server = await startSmtp((socket) => {
    socket.write(refuses ? '451 Try later\r\n' : '250 Queued\r\n')
    refuses = false
  })
  const person = harness.person()
  try {
    const body = { ...imapBody(harness.sandbox.imap), smtpPort: server.port }
    const connected = await connectImapAt(person, body)
    const channelId = String((connected.body['channel'] as unknown as { id: string }).id)
    const { orgId, userId: actorId } = person.principal
    const mail = { to: 'mill@example.com', subject: 'Order', text: 'Twelve sacks' }
    const send = () =>
      callRpc(harness.bus, SendFromMailbox, { orgId, actorId, channelId, key: 'later', ...mail })
    expect(await send()).toMatchObject({
      failure: { class: 'retry', message: expect.stringContaining('Try later') },
    })
    expect(await send()).toMatchObject({ page: { state: 'sent' } })
  } finally {
    server.stop()
  }
})

test('counts a mail as sent while the copy to the Sent folder is under way', async () => {
  const isCopying = Promise.withResolvers<void>()
  const server = await startHostileImap(({ tag, line }) => {
    if (/^\S+ LIST/i.test(line)) return `* LIST (\\Sent) "/" Sent\r\n${tag} OK Done\r\n`
    if (!/^\S+ APPEND/i.test(line)) return undefined
    isCopying.resolve()
    return ''
  })
  const target = await connectHostile(harness.person(), server)
  try {
    const mail = { key: 'copy', to: 'mill@example.com', subject: 'Order', text: 'Twelve sacks' }
    const sending = callRpc(harness.bus, SendFromMailbox, { ...target, ...mail })
    // The copy is given up after some seconds, so its state is read as soon as it starts.
    await isCopying.promise
    const again = await callRpc(harness.bus, SendFromMailbox, { ...target, ...mail })
    expect(again).toMatchObject({ outcome: 'read', page: { state: 'sent', note: null } })
    expect(await sending).toMatchObject({
      page: { state: 'sent', note: expect.stringContaining('no copy') },
    })
    const last = await callRpc(harness.bus, SendFromMailbox, { ...target, ...mail })
    expect(last).toMatchObject({ page: { note: expect.stringContaining('no copy') } })
  } finally {
    server.stop()
  }
})

const keepsNoKeywords = '* OK [PERMANENTFLAGS (\\Seen)] a\r\n'
const select = (tag: string) =>
  `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] a\r\n${keepsNoKeywords}${tag} OK [READ-WRITE] Done\r\n`

test('deletes nothing when a server without keywords cannot move single messages', async () => {
  const lines: string[] = []
  const server = await startHostileImap(({ tag, line }) => {
    lines.push(line)
    return /^\S+ SELECT/i.test(line) ? select(tag) : undefined
  })
  try {
    const target = await connectHostile(harness.person(), server)
    const found = await callRpc(harness.bus, SearchMailbox, target)
    if (found.outcome !== 'read') throw new Error(found.failure.message)
    const { ids } = found.page
    expect(
      await callRpc(harness.bus, LabelMessages, { ...target, label: 'Done', ids }),
    ).toMatchObject({
      failure: { class: 'blocked', message: expect.stringContaining('cannot move') },
    })
    expect(lines.filter((line) => /EXPUNGE|STORE|COPY|CREATE/i.test(line))).toEqual([])
  } finally {
    server.stop()
  }
})

test('moves labelled messages when the server refuses to create a folder that exists', async () => {
  const lines: string[] = []
  const server = await startHostileImap(({ tag, line }) => {
    lines.push(line)
    if (/CAPABILITY/i.test(line)) {
      return `* CAPABILITY IMAP4rev1 MOVE AUTH=PLAIN\r\n${tag} OK Done\r\n`
    }
    if (/^\S+ SELECT/i.test(line)) return select(tag)
    if (/^\S+ CREATE/i.test(line)) return `${tag} NO Mailbox exists\r\n`
    if (/^\S+ LIST/i.test(line)) return `* LIST () "/" Done\r\n${tag} OK Done\r\n`
    return undefined
  })
  try {
    const target = await connectHostile(harness.person(), server)
    const found = await callRpc(harness.bus, SearchMailbox, target)
    if (found.outcome !== 'read') throw new Error(found.failure.message)
    const { ids } = found.page
    expect(
      await callRpc(harness.bus, LabelMessages, { ...target, label: 'Done', ids }),
    ).toMatchObject({ outcome: 'read' })
    expect(lines.some((line) => /UID MOVE 1 "?Done/i.test(line))).toBe(true)
  } finally {
    server.stop()
  }
})
