import type { ReadFailure, WorkflowItem } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aMail, mailWorld } from '../../../test/mail-world.ts'
import { closedPorts, memoryReads, recordedRun, testNode } from '../../../test/recorded-run.ts'
import type { mailWatermark } from './mail-watermark.ts'

const start = node('start', 'trigger.manual')

const readsByWorld = new WeakMap<object, ReturnType<typeof memoryReads>>()

async function read(
  world: ReturnType<typeof mailWorld>,
  params: Record<string, unknown> = {},
  watermarks: Record<string, unknown> = {},
  { now = Date.now, texts = closedPorts.texts } = {},
) {
  const items: WorkflowItem[] = []
  const keep = testNode('keep', (given) => {
    items.push(...given)
    return { outputs: { main: given } }
  })
  const flow = graph(
    [start, node('mail', 'read_mailbox', { connector: 'chn_1', ...params }), node('keep', 'keep')],
    [edge('start', 'mail'), edge('mail', 'keep')],
  )
  const pauses: number[] = []
  const ports = { ...world.ports, texts, pause: async (millis: number) => void pauses.push(millis) }
  const reads = readsByWorld.get(world) ?? memoryReads()
  readsByWorld.set(world, reads)
  const run = await recordedRun(flow, { ports, nodes: [keep], watermarks, reads, now })
  return { ...run, items, ids: items.map(({ externalId }) => externalId), pauses }
}
const failure = (kind: ReadFailure['class'], more: Partial<ReadFailure> = {}): ReadFailure => ({
  class: kind,
  message: 'The provider is away',
  fix: null,
  ...more,
})
const mails = (count: number) =>
  Array.from({ length: count }, (_, at) => aMail(`m${at}`, (at + 1) * 10_000_000))

describe('read_mailbox', () => {
  it('reads all pages, oldest first, and emits each message as an item', async () => {
    const world = mailWorld(mails(230))
    const { ids, items, nodes } = await read(world)
    expect(ids).toEqual(world.messages.map(({ id }) => id))
    expect(items[3]).toMatchObject({
      externalId: 'm3',
      source: { scheme: 'mailbox' },
      json: {
        title: 'Mail m3',
        rawContent: 'Text of m3',
        from: 'Mill <mill@example.com>',
        to: 'us@example.com',
        messageId: 'm3',
        attachments: [],
        problem: null,
        contentType: 'message/rfc822',
      },
    })
    expect(Object.keys(items[3]?.json ?? {}).slice(-2)).toEqual(['url', 'contentType'])
    expect(nodes['mail']).toMatchObject({ status: 'completed', itemsOut: 230, incomplete: false })
    expect(world.asked[0]?.input).toMatchObject({
      orgId: 'org_1',
      actorId: 'usr_1',
      channelId: 'chn_1',
    })
  })

  it('stops before its deadline if reading is slow, and the next run continues', async () => {
    const world = mailWorld(mails(5))
    const minute = 60_000
    let spent = 0
    const now = () => spent
    const texts: typeof closedPorts.texts = {
      ...closedPorts.texts,
      mail(lane, bytes) {
        spent += 3 * minute
        return closedPorts.texts.mail(lane, bytes)
      },
    }
    const first = await read(world, {}, {}, { now, texts })
    expect([first.ids, first.nodes['mail']?.incomplete]).toEqual([['m0', 'm1', 'm2'], true])
    spent = 0
    const second = await read(world, {}, first.outcome.watermarks, { now, texts })
    expect([second.ids, second.nodes['mail']?.incomplete]).toEqual([['m3', 'm4'], false])
  })

  it('continues where the last successful run ended, and includes a message that was listed late', async () => {
    const world = mailWorld(mails(5))
    const first = await read(world, { limit: 3 })
    expect(first.ids).toEqual(['m0', 'm1', 'm2'])
    expect(first.nodes['mail']?.incomplete).toBe(true)
    const second = await read(world, { limit: 3 }, first.outcome.watermarks)
    expect(second.ids).toEqual(['m3', 'm4'])
    world.messages.push(aMail('late', 5 * 10_000_000 - 60_000))
    const third = await read(world, {}, second.outcome.watermarks)
    expect(third.ids).toEqual(['late'])
    expect((await read(world, {}, third.outcome.watermarks)).ids).toEqual([])
    const [watermark] = Object.values(third.outcome.watermarks) as ReturnType<
      typeof mailWatermark
    >[]
    expect(watermark?.at).toBe(5 * 10_000_000)
  })

  it('reports the limit when a search finds too many messages, and skips none of the newest', async () => {
    const [mail = aMail('m', 1)] = mails(1)
    const minute = 60_000
    const world = mailWorld(
      Array.from({ length: 100_004 }, (_, at) => ({
        ...mail,
        id: `m${at}`,
        receivedAt: at * minute,
      })),
    )
    world.pageSize = 20_001
    const first = await read(world, { limit: 3 })
    expect(first.ids).toEqual(['m4', 'm5', 'm6'])
    expect(first.nodes['mail']).toMatchObject({
      incomplete: true,
      message:
        'Only the newest 100,000 messages of this search are read. Narrow the search to read older ones; 3 read; more wait for the next run',
    })
    const second = await read(world, { limit: 3 }, first.outcome.watermarks)
    expect(second.ids).toEqual(['m7', 'm8', 'm9'])
    world.messages.splice(0, 100_000)
    const third = await read(world, {}, second.outcome.watermarks)
    expect(third.ids).toEqual(['m100000', 'm100001', 'm100002', 'm100003'])
    expect(third.nodes['mail']).toMatchObject({ incomplete: false, message: null })
  })

  it('reads an imported message once, even if its arrival time is older', async () => {
    const world = mailWorld(mails(3))
    const first = await read(world)
    world.messages.push(aMail('imported', 1_000_000))
    const second = await read(world, {}, first.outcome.watermarks)
    expect([second.ids, second.nodes['mail']?.incomplete]).toEqual([['imported'], false])
    expect((await read(world, {}, second.outcome.watermarks)).ids).toEqual([])
  })

  it('counts older messages as read if an earlier release wrote the watermark', async () => {
    const world = mailWorld(mails(3))
    const legacy = { 'mail:chn_1': { at: 30_000_000, known: [['m2', 30_000_000]] } }
    const first = await read(world, {}, legacy)
    expect(first.ids).toEqual([])
    world.messages.push(aMail('imported', 1_000_000), aMail('new', 40_000_000))
    expect((await read(world, {}, first.outcome.watermarks)).ids).toEqual(['imported', 'new'])
  })

  it('repeats no message and loses none when the server numbers the folder again', async () => {
    const hour = 3_600_000
    const world = mailWorld([1, 2, 3, 4, 5].map((at) => aMail(`m${at}`, at * hour + 1)))
    // Two messages of the last hour were read. They arrived at the same moment.
    world.messages.push(aMail('twin', 5 * hour + 1))
    world.numbering = '1'
    const first = await read(world)
    expect(first.ids).toHaveLength(6)
    world.numbering = '2'
    for (const mail of world.messages) mail.id = `again-${mail.id}`
    world.messages.push(aMail('again-late', 5 * hour), aMail('again-new', 6 * hour))
    const second = await read(world, {}, first.outcome.watermarks)
    expect(second.ids).toEqual(['again-late', 'again-new'])
    world.messages.push(aMail('again-next', 7 * hour))
    const third = await read(world, {}, second.outcome.watermarks)
    expect(third.ids).toEqual(['again-next'])
    expect((await read(world, {}, third.outcome.watermarks)).ids).toEqual([])
  })

  it('repeats no message when the folder is numbered again before the first read is complete', async () => {
    const world = mailWorld(mails(5))
    world.numbering = '1'
    const first = await read(world, { limit: 3 })
    expect(first.ids).toEqual(['m0', 'm1', 'm2'])
    world.numbering = '2'
    for (const mail of world.messages) mail.id = `again-${mail.id}`
    const second = await read(world, {}, first.outcome.watermarks)
    expect(second.ids).toEqual(['again-m3', 'again-m4'])
  })

  it('emits no message twice if the search ignores the arrival time', async () => {
    const world = mailWorld(mails(3))
    world.searchesByTime = false
    const { outcome } = await read(world)
    world.messages.push(aMail('new', 40_000_000))
    expect((await read(world, {}, outcome.watermarks)).ids).toEqual(['new'])
  })

  it('keeps no watermark when it excludes a label, so a message without the label comes again', async () => {
    const world = mailWorld(mails(120))
    const first = await read(world, { excludeLabel: 'Filed' })
    expect(first.ids).toHaveLength(100)
    expect(first.nodes['mail']?.incomplete).toBe(true)
    expect(first.outcome.watermarks).toEqual({})
    expect((await read(world, { excludeLabel: 'Filed' })).ids).toEqual(first.ids)
    world.labelId = 'Label_1'
    for (const { id, labelIds } of world.messages)
      if (first.ids.includes(id)) labelIds.push('Label_1')
    expect((await read(world, { excludeLabel: 'Filed' })).ids).toHaveLength(20)
  })

  it('reads a long message in parts, and emits an unreadable one with the reason', async () => {
    const long = aMail('long', 2_000, ['Subject: Long', '', 'x'.repeat(900_000)])
    const deep = Array.from(
      { length: 40 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
    )
    const { items } = await read(mailWorld([long, aMail('deep', 3_000, deep)]))
    expect(items[0]).toMatchObject({ json: { title: 'Long', truncated: true, problem: null } })
    expect(String(items[0]?.json['rawContent'])).toHaveLength(200_000)
    expect(items[1]).toMatchObject({
      json: { problem: expect.stringContaining('could not be read') },
    })
  })

  it('waits as long as the provider asks, or with exponential back-off if it does not say', async () => {
    const world = mailWorld(mails(2))
    world.failures.push({ what: 'search', failure: failure('retry', { retryAfterSeconds: 7 }) })
    world.failures.push({ what: 'messages', failure: failure('retry') })
    world.failures.push({ what: 'messages', failure: failure('retry') })
    const { ids, pauses } = await read(world)
    expect(ids).toHaveLength(2)
    expect(pauses).toEqual([7_000, 1_000, 2_000])
  })

  it('fails with the provider’s reason and a fix if the provider is down, asks for a long wait or refuses', async () => {
    const away = mailWorld(mails(1))
    for (let at = 0; at < 6; at += 1)
      away.failures.push({ what: 'search', failure: failure('retry') })
    expect((await read(away)).outcome.error).toBe('mail: The provider is away (after 6 tries)')
    const later = mailWorld(mails(1))
    later.failures.push({ what: 'search', failure: failure('retry', { retryAfterSeconds: 3_600 }) })
    expect((await read(later)).outcome.error).toContain('reads again in 60 minutes')
    const ended = mailWorld(mails(1))
    const fix = { label: 'Reconnect the account', href: '/channels' }
    ended.failures.push({
      what: 'messages',
      failure: failure('reconnect', { message: 'Gone', fix }),
    })
    const { nodes, outcome } = await read(ended)
    expect(nodes['mail']).toMatchObject({ status: 'failed', error: 'Gone', fix })
    expect(outcome.watermarks).toEqual({})
  })

  it('fails with the reason when pages never end or one page repeats', async () => {
    for (const [paging, words] of [
      ['same', 'the same page again and again'],
      ['endless', 'pages without an end'],
    ] as const) {
      const world = mailWorld(mails(3))
      world.paging = paging
      expect((await read(world)).outcome.error).toContain(words)
      expect(world.asked.length).toBeLessThan(50)
    }
  })

  it('reads nothing if the run has no organisation', async () => {
    const world = mailWorld(mails(1))
    const flow = graph(
      [start, node('mail', 'read_mailbox', { connector: 'chn_1' })],
      [edge('start', 'mail')],
    )
    const { nodes } = await recordedRun(flow, { ports: world.ports, orgId: null })
    expect(nodes['mail']).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
    expect(world.asked).toEqual([])
  })
})
