import type { IncomingHttpHeaders } from 'node:http'
import { createGuardedFetch } from '@atrium/outbound-guard'
import { expectLinear } from '@atrium/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { memoryReads, recordedRun, testNode } from '../../../test/recorded-run.ts'
import { readProblems } from '../../../test/through-node.ts'
import { startWeb } from '../../../test/web.ts'
import { readFeedDocument } from '../../pages/feed-entries.ts'
import { createFeedReader } from '../../pages/feed-reader.ts'
import { createPageExtraction } from '../../pages/page-extraction.ts'

const web = await startWeb()
const guard = createGuardedFetch('loopback')
const extraction = createPageExtraction()
const feeds = createFeedReader(guard, extraction)
afterAll(async () => {
  web.stop()
  await Promise.all([extraction.stop(), guard.close()])
})

interface Sent {
  type?: string
  body: string | Uint8Array
  headers?: Record<string, string>
}
let places = 0

/** Serves a feed that may change, and runs a workflow that reads it as often as asked. */
function readingFlow(params: Record<string, unknown> = {}) {
  places += 1
  let feed: Sent = { body: '' }
  const requests: IncomingHttpHeaders[] = []
  const url = web.page(`/feed-${places}`, (request, response) => {
    requests.push(request.headers)
    const { type = 'application/rss+xml', body, headers = {} } = feed
    const isKnown =
      headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
    if (isKnown) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  })
  const refused = new Set<string>()
  const leaving = testNode('leaving', (items) => {
    const left = [...items.keys()].filter((at) => refused.has(String(items[at]?.json['title'])))
    return {
      outputs: { main: items.filter((_, at) => !left.includes(at)) },
      left: left.map((at) => ({ at, reason: 'No' })),
    }
  })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'read_feed', { url, ...params }),
      node('act', 'leaving'),
    ],
    [edge('start', 'read'), edge('read', 'act')],
  )
  const reads = memoryReads()
  let watermarks: Record<string, unknown> = {}
  return {
    requests,
    refused,
    serve: (next: Sent) => {
      feed = next
    },
    async run() {
      const { outcome, nodes } = await recordedRun(flow, {
        ports: { feeds },
        nodes: [leaving],
        reads,
        watermarks,
      })
      if (outcome.status === 'completed') watermarks = { ...watermarks, ...outcome.watermarks }
      const read = nodes['read']
      return { read, items: (read?.sample?.items ?? []).map(({ json }) => json) }
    },
  }
}

const entry = (name: string, date = '', guid = name) =>
  `<item><title>${name}</title><link>/${name}</link><guid>${guid}</guid>${date && `<pubDate>${date}</pubDate>`}</item>`
const rss = (...entries: string[]): Sent => ({
  body: `<rss version="2.0"><channel><title>News</title>${entries.join('')}</channel></rss>`,
})
const titles = ({ items }: { items: Record<string, unknown>[] }) => items.map(({ title }) => title)

describe('read_feed', () => {
  it('reads each entry once, even if it is late, undated or has moved', async () => {
    const flow = readingFlow()
    flow.serve(rss(entry('b', 'Mon, 02 Mar 2026 10:00:00 GMT'), entry('a')))
    const first = await flow.run()
    expect(titles(first)).toEqual(['a', 'b'])
    expect(first.items[1]).toMatchObject({
      url: `${web.url}/b`,
      publishedAt: '2026-03-02T10:00:00.000Z',
      siteName: 'News',
      guid: 'b',
    })
    expect(first.items[0]).toMatchObject({ publishedAt: null })
    flow.serve(
      rss(
        entry('renamed', '', 'a'),
        entry('late', 'Mon, 05 Jan 2015 10:00:00 GMT'),
        entry('undated'),
        entry('b', 'Mon, 02 Mar 2026 10:00:00 GMT'),
      ),
    )
    expect(titles(await flow.run())).toEqual(['undated', 'late'])
    expect(titles(await flow.run())).toEqual([])
  })

  it('reads more entries than its limit in further runs, the oldest first', async () => {
    const flow = readingFlow({ limit: 2 })
    flow.serve({
      ...rss(...['d', 'c', 'b', 'a'].map((name) => entry(name))),
      headers: { etag: '"1"' },
    })
    const first = await flow.run()
    expect(titles(first)).toEqual(['a', 'b'])
    expect(first.read).toMatchObject({ incomplete: true })
    expect(titles(await flow.run())).toEqual(['c', 'd'])
    expect((await flow.run()).read?.message).toBe('The feed has not changed')
  })

  it('offers entries again that a later step left, even if the feed has not changed', async () => {
    const flow = readingFlow()
    flow.refused.add('a')
    flow.serve({ ...rss(entry('b'), entry('a')), headers: { etag: '"1"' } })
    expect(titles(await flow.run())).toEqual(['a', 'b'])
    flow.refused.clear()
    expect(titles(await flow.run())).toEqual(['a'])
    expect((await flow.run()).read?.message).toBe('The feed has not changed')
    expect(flow.requests.map((headers) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"1"',
    ])
  })

  it('reads Atom and JSON feeds, and the encoding that a feed declares', async () => {
    const flow = readingFlow()
    const atom =
      '<?xml version="1.0" encoding="iso-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bücher</title><entry><id>urn:1</id><title>Größe</title><link href="x/1"/><updated>2026-03-02T10:00:00Z</updated><summary>Kurz</summary></entry></feed>'
    flow.serve({ type: 'application/atom+xml', body: Buffer.from(atom, 'latin1') })
    expect((await flow.run()).items).toMatchObject([
      {
        title: 'Größe',
        siteName: 'Bücher',
        url: `${web.url}/x/1`,
        guid: 'urn:1',
        rawContent: 'Kurz',
      },
    ])
    const items = [
      { id: 2, title: 'Two', url: 'https://n.example/2', content_html: '<p>Hi <b>you</b></p>' },
      { title: 'No id', url: 'javascript:alert(1)', date_published: '2026-03-02T11:00:00+01:00' },
      7,
    ]
    flow.serve({
      type: 'application/json',
      body: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items }),
    })
    expect((await flow.run()).items).toMatchObject([
      { title: 'No id', url: '', publishedAt: '2026-03-02T10:00:00.000Z' },
      { title: 'Two', guid: '2', rawContent: 'Hi you' },
    ])
  })

  it.each<[string, Sent, string]>([
    ['a page', { type: 'text/html', body: '<html><body>Hello</body></html>' }, 'not a feed'],
    ['a deep document', { body: '<rss>'.repeat(100_000) }, 'nested too deeply'],
    ['nested entries', { body: `<rss><channel>${'<item>'.repeat(60)}` }, 'nested too deeply'],
    ['broken JSON', { type: 'application/json', body: '{"items":' }, 'could not be read'],
    ['too many bytes', { body: 'x', headers: { 'content-length': '6000000' } }, '5'],
  ])('fails with a reason if the address has %s', async (_name, sent, reason) => {
    const flow = readingFlow()
    flow.serve(sent)
    const { read } = await flow.run()
    expect(read).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) })
  })

  it('fails if the website refuses, and never reaches a private address', async () => {
    for (const [url, reason] of [
      [`${web.url}/nowhere`, 'status 404'],
      ['http://169.254.169.254/feed', ''],
    ]) {
      const { read } = await readingFlow({ url }).run()
      expect(read).toMatchObject({ status: 'failed', error: expect.stringContaining(reason ?? '') })
    }
  })

  it('reports an invalid address when the workflow is activated', async () => {
    const problem = ['invalid_params graph.nodes.1.params.url']
    expect(await readProblems('read_feed', { url: 'news' })).toEqual(problem)
    expect(await readProblems('read_feed', { url: 'file:///etc/passwd' })).toEqual(problem)
    expect(await readProblems('read_feed', { url: 'https://n.example/feed' })).toEqual([])
  })

  it.each(['<item>', '<item><guid>1</guid></item>', '<!--', '<![CDATA[', '&lt;', '<a b="'])(
    'parses a feed of many %s in linear time',
    (piece) =>
      expectLinear(piece, 2_000_000, (size) => {
        const text = `<rss><channel>${piece.repeat(size / piece.length)}`
        return () => {
          try {
            return readFeedDocument(Buffer.from(text), 'application/rss+xml', 'https://n.example')
          } catch (error) {
            return error
          }
        }
      }),
  )
})
