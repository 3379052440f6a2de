import { type ConnectNetwork, ReadAudience, ReadComments, ReadPostMetrics } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'
import { buildPoster } from './network-posts.ts'

const networks = ['photonet', 'shortpost', 'videonet', 'forumnet', 'pronet', 'mailbox'] as const
let harness: Harness
let person: Caller

beforeAll(async () => {
  harness = await startHarness({ networks })
  for (const network of networks) {
    harness.sandbox[network].redirectUris.add(
      `http://localhost:3000/api/connect/${network}/callback`,
    )
  }
  harness.sandbox.photonet.accounts.splice(1)
})
afterAll(() => harness.stop())
beforeEach(async () => {
  for (const network of ['pagenet', ...networks] as const) harness.sandbox[network].faults.clear()
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
})

const connected = (network: ConnectNetwork) =>
  network === 'pagenet' ? connectPage(person) : connectAt(person, network)
const toTarget = (channelId: string, caller = person) => ({
  orgId: caller.principal.orgId,
  actorId: caller.principal.userId,
  channelId,
})
const form = (network: string, values: Record<string, string>) =>
  fetch(`${harness.sandbox.url}/${network}/visitors`, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  })

/** Adds a post of the connected account directly to each network's state, and returns its id. */
const posts: Readonly<Record<string, () => string>> = {
  pagenet() {
    const id = '1001_77'
    const post = {
      id,
      message: 'Bread',
      link: null,
      media: [],
      createdAt: new Date(),
      comments: [],
    }
    harness.sandbox.pagenet.pages[0]?.posts.push(post)
    return id
  },
  photonet() {
    const post = {
      id: '17877',
      caption: 'Bread',
      items: [],
      permalink: '',
      createdAt: new Date(),
      comments: [],
    }
    harness.sandbox.photonet.accounts[0]?.posts.push(post)
    return post.id
  },
  shortpost() {
    const post = { id: '7700', userId: '2244994945', text: 'Bread', media: [], inReplyTo: null }
    harness.sandbox.shortpost.posts.push({ ...post, conversation: post.id, createdAt: new Date() })
    return post.id
  },
  videonet() {
    const about = {
      title: 'Bread',
      description: '',
      categoryId: '22',
      privacy: 'public',
      bytes: 1,
      sha256: '',
    }
    const video = {
      id: 'video000077',
      channelId: 'UCharbourbakery000000001',
      createdAt: new Date(),
    }
    harness.sandbox.videonet.videos.push({ ...video, ...about, comments: [] })
    return video.id
  },
  forumnet() {
    const about = { title: 'Bread', text: '', url: null, flair: null, kind: 'self' as const }
    const post = { name: 't3_77', forum: 'bread', author: 'harbour_bakery', comments: [] }
    harness.sandbox.forumnet.posts.push({
      ...post,
      ...about,
      createdAt: new Date(0),
      visibleAt: new Date(0),
    })
    return post.name
  },
}

const commentsFrom = (channelId: string, externalId: string, cursor: string | null) =>
  callRpc(harness.bus, ReadComments, { ...toTarget(channelId), externalId, cursor })

async function everyComment(channelId: string, externalId: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const from: string | null = cursor
    const answer = await commentsFrom(channelId, externalId, from)
    if (answer.outcome !== 'read') throw new Error(answer.failure.message)
    pages.push(answer.page.comments.map(({ message }) => message))
    cursor = answer.page.next
  } while (cursor !== null)
  return pages
}

describe('comments', () => {
  test.each(Object.keys(posts))(
    'reads each comment on %s once, page by page up to the last one',
    async (network) => {
      const channelId = await connected(network as ConnectNetwork)
      const externalId = posts[network]?.() ?? ''
      expect(await everyComment(channelId, externalId)).toEqual([[]])
      const messages = Array.from({ length: 230 }, (_, at) => `Comment ${at}`)
      for (const message of messages) {
        const back = `/${network}`
        const answer = await form(network, {
          do: 'comment',
          id: externalId,
          author: 'Ada Visitor',
          message,
          back,
        })
        expect(answer.status).toBe(303)
      }
      const pages = await everyComment(channelId, externalId)
      expect(pages.length).toBeGreaterThan(2)
      const read = pages.flat()
      expect(read).toHaveLength(messages.length)
      expect(new Set(read)).toEqual(new Set(messages))
    },
  )

  test('marks comments as own if the account or Atrium wrote them', async () => {
    const channelId = await connected('pagenet')
    const poster = buildPoster(harness, 'pagenet', person, channelId)
    const posted = await poster.publish(poster.post({ firstComment: 'Open at seven' }))
    if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
    const { externalId } = posted
    expect((await poster.comment(externalId, 'Open at seven')).outcome).toBe('commented')
    await form('pagenet', {
      do: 'comment',
      id: externalId,
      author: 'Ada Visitor',
      message: 'Open on Sunday?',
      back: '/pagenet',
    })
    expect(await commentsFrom(channelId, externalId, null)).toMatchObject({
      page: {
        comments: [
          { message: 'Open at seven', own: true },
          { message: 'Open on Sunday?', own: false },
        ],
      },
    })
  })

  test('fails with a message if the network shows no comments, the post was deleted or the cursor is foreign', async () => {
    const read = (channelId: string, externalId: string, cursor: string | null = null) =>
      callRpc(harness.bus, ReadComments, { ...toTarget(channelId), externalId, cursor })
    expect(await read(await connected('pronet'), 'urn:li:share:1')).toMatchObject({
      failure: { class: 'blocked', message: expect.stringContaining('has no comments') },
    })
    const video = await connected('videonet')
    expect(await read(video, 'nowhere')).toMatchObject({
      failure: { class: 'blocked', message: expect.stringContaining('cannot be found') },
    })
    expect(await read(await connected('pagenet'), '1001_1', 'x')).toMatchObject({
      failure: { class: 'blocked' },
    })
  })

  test("renews an expired token once, keeps to a rate limit's wait, and asks to reconnect if the token is revoked", async () => {
    const channelId = await connected('shortpost')
    const { faults, tokens } = harness.sandbox.shortpost
    const read = () =>
      callRpc(harness.bus, ReadComments, { ...toTarget(channelId), externalId: '1', cursor: null })
    tokens.endAll('expired')
    expect(await read()).toMatchObject({ outcome: 'read' })
    faults.add({ kind: 'status', status: 429, retryAfter: 9, match: '/tweets/search' })
    expect(await read()).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 9 } })
    await harness.deps.db.deleteFrom('account_rates').execute()
    for (const fault of [{ kind: 'status', status: 500 }, { kind: 'garbage' }] as const) {
      faults.add({ ...fault, match: '/tweets/search' })
      expect(await read()).toMatchObject({ failure: { class: 'retry' } })
    }
    tokens.endAll('revoked')
    expect(await read()).toMatchObject({
      failure: { class: 'reconnect', fix: { href: '/channels' } },
    })
  })
})

describe('audience', () => {
  test.each([
    ['pagenet', '1001', { followers: 4_321, following: null, posts: null, views: null }],
    ['photonet', '17841400001001', { followers: 4_321, following: 35, posts: 12, views: null }],
    ['shortpost', '2244994945', { followers: 4_321, following: 35, posts: 12, views: null }],
    ['videonet', 'UCharbourbakery000000001', { followers: 4_321, following: null, views: 4_800 }],
    ['forumnet', 'harbour_bakery', { followers: 4_321, following: null, posts: null, views: null }],
  ] as const)(
    'reads the figures on %s as they are set at the network',
    async (network, account, figures) => {
      const channelId = await connected(network)
      await form(network, { do: 'audience', id: account, followers: '4321', back: `/${network}` })
      const answer = await callRpc(harness.bus, ReadAudience, toTarget(channelId))
      expect(answer).toMatchObject({ outcome: 'read', page: { network, ...figures } })
    },
  )

  test('reads the audience only for a user with the right to the channel, and reports that a mailbox has none', async () => {
    const channelId = await connected('pagenet')
    harness.sandbox.pagenet.calls.splice(0)
    const stranger = harness.person()
    expect(await callRpc(harness.bus, ReadAudience, toTarget(channelId, stranger))).toMatchObject({
      failure: { class: 'reconnect' },
    })
    const colleague = harness.person({ orgId: person.principal.orgId })
    expect(await callRpc(harness.bus, ReadAudience, toTarget(channelId, colleague))).toMatchObject({
      failure: { class: 'blocked' },
    })
    expect(harness.sandbox.pagenet.calls).toEqual([])
    expect(
      await callRpc(harness.bus, ReadAudience, toTarget(await connected('mailbox'))),
    ).toMatchObject({
      failure: { class: 'blocked', message: expect.stringContaining('no figures') },
    })
  })
})

describe('figures of a post', () => {
  const figuresFrom = (channelId: string, externalId: string) =>
    callRpc(harness.bus, ReadPostMetrics, {
      orgId: person.principal.orgId,
      channelId,
      externalId,
    })

  test.each(Object.entries(posts))('reads what %s counts for a post', async (network, addPost) => {
    const channelId = await connected(network as ConnectNetwork)
    const id = addPost()
    const readFigures = async () => {
      const { items } = await figuresFrom(channelId, id)
      return Object.fromEntries(items.map(({ name, value }) => [name, value]))
    }
    // Other tests comment on the same post.
    const { comments: before = 0 } = await readFigures()
    await form(network, { do: 'comment', id, author: 'Ada', message: 'Tasty' })
    await form(network, { do: 'audience', id, followers: '31', following: '4', views: '900' })
    const figures = await readFigures()
    expect(figures['comments']).toBe(before + 1)
    expect(figures['likes'] ?? figures['score']).toBe(31)
    if (network === 'pagenet' || network === 'shortpost') expect(figures['shares']).toBe(4)
    if (network === 'shortpost' || network === 'videonet') expect(figures['views']).toBe(900)
  })

  test('does not make posts wait when the network limits the readings', async () => {
    const channelId = await connected('shortpost')
    const { faults } = harness.sandbox.shortpost
    faults.add({ kind: 'status', status: 429, retryAfter: 900, match: '/tweets/' })
    await expect(figuresFrom(channelId, '7700')).rejects.toMatchObject({
      code: 'network_unavailable',
    })
    expect(await harness.deps.db.selectFrom('account_rates').selectAll().execute()).toEqual([])
  })

  test('asks to try again later when the account has to wait', async () => {
    const channelId = await connected('shortpost')
    const fault = { kind: 'status', status: 429, retryAfter: 9, match: '/tweets/search' } as const
    harness.sandbox.shortpost.faults.add(fault)
    const target = { ...toTarget(channelId), externalId: '1', cursor: null }
    expect(await callRpc(harness.bus, ReadComments, target)).toMatchObject({
      failure: { class: 'retry' },
    })
    await expect(figuresFrom(channelId, '7700')).rejects.toMatchObject({
      code: 'network_unavailable',
    })
  })

  test('refuses networks without figures, other organisations and removed channels', async () => {
    const pronet = await connected('pronet')
    await expect(figuresFrom(pronet, 'urn:li:share:1')).rejects.toMatchObject({
      code: 'not_supported',
    })
    const channelId = await connected('shortpost')
    const asked = { orgId: harness.person().principal.orgId, channelId, externalId: '7700' }
    await expect(callRpc(harness.bus, ReadPostMetrics, asked)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(figuresFrom('chn_gone', '7700')).rejects.toMatchObject({ code: 'not_found' })
  })
})
