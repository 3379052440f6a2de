import { LabelMessages, ReadMessages, SearchMailbox, SendFromMailbox } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { openImapBox } from '@atrium/sandbox'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { connectImapAt, imapBody, imapHarness } from './imap-stage.ts'
import { hasDovecot, startDovecot } from './real-mail-server.ts'

const account = { user: 'baker@real.example', password: 'a-real-mail-password' }
const isReady = hasDovecot

let harness: Harness
let server: Awaited<ReturnType<typeof startDovecot>>

beforeAll(async () => {
  if (!isReady) return
  harness = await startHarness(imapHarness)
  server = await startDovecot(account.user, account.password)
  // The sandbox takes the mails that are sent.
  openImapBox(harness.sandbox.imap, account)
})
afterAll(async () => {
  await server?.stop()
  await harness?.stop()
})

/** Puts messages into the inbox as another mail program would. */
async function deliver(...subjects: string[]): Promise<void> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    auth: { user: account.user, pass: account.password },
    logger: false,
  })
  await client.connect()
  for (const subject of subjects) {
    const source = `From: mill@example.com\r\nTo: ${account.user}\r\nSubject: ${subject}\r\n\r\nText of ${subject}\r\n`
    await client.append('INBOX', source, [])
  }
  await client.logout()
}

test.skipIf(!isReady)(
  'reads, searches, labels and sends when the server is a real one (needs dovecot-imapd)',
  async () => {
    const person = harness.person()
    const body = { ...imapBody(harness.sandbox.imap), ...account, from: account.user }
    const wrong = { ...body, port: server.port, password: 'wrong-password' }
    expect((await connectImapAt(person, wrong)).body['code']).toBe('token_rejected')
    const answer = await connectImapAt(person, { ...body, port: server.port })
    expect(answer.status, answer.text).toBe(201)
    const { orgId, userId: actorId } = person.principal
    const channelId = String((answer.body['channel'] as unknown as { id: string }).id)
    const target = { orgId, actorId, channelId }
    const search = async (more: object = {}) => {
      const found = await callRpc(harness.bus, SearchMailbox, { ...target, ...more })
      if (found.outcome !== 'read') throw new Error(found.failure.message)
      return found.page.ids
    }

    await deliver('Flour offer', 'Oil and salt')
    const all = await search()
    expect(all).toHaveLength(2)
    const [salt = ''] = await search({ query: 'subject:salt subject:oil' })
    expect(await search({ query: 'flour OR nothing' })).toEqual([all[1]])
    expect(await search({ query: '-(subject:flour)' })).toEqual([salt])
    const read = await callRpc(harness.bus, ReadMessages, { ...target, ids: all })
    if (read.outcome !== 'read') throw new Error(read.failure.message)
    const source = Buffer.from(read.page.messages[0]?.source ?? '', 'base64').toString()
    expect(source).toContain('Text of Oil and salt')

    const label = { ...target, label: 'Für heute', ids: [salt] }
    expect(await callRpc(harness.bus, LabelMessages, label)).toMatchObject({ outcome: 'read' })
    expect(await search({ excludeLabel: 'Für heute' })).toEqual([all[1]])
    expect(await search({ query: 'label:"Für heute"' })).toEqual([salt])

    const mail = { key: 'real', to: 'mill@example.com', subject: 'Order', text: 'Twelve sacks' }
    expect(await callRpc(harness.bus, SendFromMailbox, { ...target, ...mail })).toMatchObject({
      page: { state: 'sent', note: null },
    })
    expect(await search({ query: 'in:sent subject:order' })).toHaveLength(1)
  },
)
