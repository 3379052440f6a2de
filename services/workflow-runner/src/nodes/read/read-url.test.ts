import { createGuardedFetch } from '@atrium/outbound-guard'
import { aPdf } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { articlePage, startWeb } from '../../../test/web.ts'
import { createPageExtraction } from '../../pages/page-extraction.ts'
import { createPageReader, type RenderPage } from '../../pages/page-reader.ts'
import { createTextReader } from '../../texts/text-reader.ts'

const web = await startWeb()
const guard = createGuardedFetch('loopback')
const extraction = createPageExtraction()
const texts = createTextReader()
let rendered: string | undefined
const asked: string[] = []
const render: RenderPage = async (url) => {
  asked.push(url)
  return rendered === undefined ? undefined : { html: rendered, url }
}
const pages = createPageReader(guard, extraction, texts, render)

beforeAll(() => {
  web.page('/bread', articlePage('Bread', 8, '<meta property="og:image" content="/bread.jpg">'))
  web.page('/bread-again', articlePage('Bread', 8, '<link rel="canonical" href="/bread">'))
  web.page(
    '/video',
    '<title>A video</title><meta name="description" content="Two minutes"><p>Watch</p>',
  )
  web.page('/wall', '<title>Just a moment</title><p>Checking your browser</p>')
  web.page('/moved', (_, response) => response.writeHead(302, { location: '/bread' }).end())
  web.page('/inside', (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  web.page('/file', (_, response) =>
    response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  )
  web.page('/huge', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '6000000' }).end(),
  )
  web.page('/app', '<title>App</title><div id="root"></div><script src="/app.js"></script>')
})
afterAll(async () => {
  web.stop()
  await Promise.all([extraction.stop(), texts.stop(), guard.close()])
})

const run = async (seeds: Record<string, unknown>[], params: Record<string, unknown> = {}) => {
  const flow = graph(
    [node('start', 'trigger.manual'), node('read', 'read_url', params)],
    [edge('start', 'read')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { pages },
    seeds: { start: seeds.map((json) => ({ json })) },
  })
  return { outcome, read: nodes['read'], items: nodes['read']?.sample?.items ?? [] }
}
const at = (path: string) => ({ url: web.url + path })

describe('read_url', () => {
  const as = (path: string, contentType: string, body: string | Uint8Array) =>
    web.page(path, (_, response) =>
      response.writeHead(200, { 'content-type': contentType }).end(body),
    )
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour news</title><description>All about it</description>
    <item><title>Bread</title><link>https://n.example/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;A long day&lt;/p&gt;</description></item>
    ${'<item><title>More bread was baked today</title><link>https://n.example/2</link></item>'.repeat(5)}</channel></rss>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour news</title>${'<entry><title>Bread</title><link href="https://n.example/1"/><updated>2026-03-02T10:00:00Z</updated><summary>A long day at the mill</summary></entry>'.repeat(4)}</feed>`
  const items = Array.from({ length: 4 }, () => ({
    title: 'Bread',
    url: 'https://n.example/1',
    content_html: '<p>A long day at the mill</p>',
    date_published: '2026-03-02T10:00:00Z',
  }))
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Harbour news',
    items,
  })
  const entry = 'Bread\n2026-03-02\nhttps://n.example/1\nA long day'
  const words = 'Baked bread is sold at the harbour from six in the morning. '.repeat(6)

  it.each([
    ['an RSS feed', 'application/rss+xml', rss, 'Harbour news', entry],
    ['an RSS feed that is declared as XML', 'text/xml', rss, 'Harbour news', entry],
    ['an Atom feed', 'application/atom+xml', atom, 'Harbour news', entry],
    ['a JSON feed', 'application/feed+json', json, 'Harbour news', entry],
    ['a JSON feed that is declared as JSON', 'application/json', json, 'Harbour news', entry],
    ['Markdown', 'text/markdown', `# The mill\n\n${words}`, 'The mill', words.trim()],
    ['plain text', 'text/plain', `The mill\n\n${words}`, 'The mill', words.trim()],
    [
      'a PDF',
      'application/pdf',
      aPdf('Invoice 42 of the mill'),
      'Invoice 42',
      'Invoice 42 of the mill',
    ],
  ])('reads %s', async (_name, contentType, body, title, text) => {
    as('/document', contentType, body)
    const { items } = await run([at('/document')])
    const [page] = items as { json: { title: string; rawContent: string } }[]
    expect(page?.json.title.slice(0, title.length)).toBe(title)
    expect(page?.json.rawContent).toContain(text)
  })

  it.each(['application/json', 'application/xml'])(
    'refuses %s by its type if it is not a feed',
    async (type) => {
      as('/document', type, type.endsWith('json') ? '{"a":1}' : '<a/>')
      expect((await run([at('/document')])).outcome.error).toContain(`This address is ${type}`)
    },
  )

  it('follows an HTML refresh to another page, but only a few times', async () => {
    as('/old', 'text/html', '<meta http-equiv="Refresh" content="0; URL=\'/bread\'"><p>Moved</p>')
    expect((await run([at('/old')])).items).toMatchObject([
      { json: { title: 'Bread', url: `${web.url}/bread` } },
    ])
    as('/ping', 'text/html', '<meta http-equiv="refresh" content="0;url=/pong">')
    as('/pong', 'text/html', '<meta http-equiv="refresh" content="0;url=/ping">')
    expect((await run([at('/ping')])).read?.message).toContain('too little text')
    as('/in', 'text/html', '<meta http-equiv="refresh" content="0;url=http://169.254.169.254/">')
    expect((await run([at('/in')])).outcome.status).toBe('failed')
  })

  it('emits the page for each address, and overwrites an item’s field if the page has the same one', async () => {
    const { items, read } = await run([
      { ...at('/bread'), mailId: 'm1', title: 'Mail', contentType: 'fake' },
    ])
    expect(items).toMatchObject([
      {
        source: { scheme: 'web', host: new URL(web.url).host },
        json: {
          mailId: 'm1',
          title: 'Bread',
          tags: [],
          image: `${web.url}/bread.jpg`,
          url: `${web.url}/bread`,
          contentType: 'text/html; charset=utf-8',
        },
      },
    ])
    expect(read).toMatchObject({ status: 'completed', itemsOut: 1, message: null })
  })

  it('reads a page once if its address, redirect or canonical address matches', async () => {
    const before = web.asked.length
    const { read } = await run([
      at('/bread'),
      at('/bread?utm_source=mail#top'),
      at('/moved'),
      at('/bread-again'),
    ])
    expect(read).toMatchObject({ itemsOut: 1, message: 'Left out: 3 duplicate' })
    expect(web.asked.slice(before).filter((call) => call === 'GET /bread')).toHaveLength(2)
  })

  it('drops and counts a page if it is thin, a notice or unreadable', async () => {
    const { read, outcome } = await run([at('/bread'), at('/video'), at('/wall'), at('/gone')])
    expect(outcome.status).toBe('completed')
    expect(read).toMatchObject({
      itemsOut: 1,
      message:
        'Left out: 1 with too little text, 1 with a notice instead of the page, 1 not read: The page responded with status 404',
    })
  })

  it('keeps a thin page with a title if asked to', async () => {
    const { items } = await run([at('/video')], { keepThin: true })
    expect(items).toMatchObject([{ json: { title: 'A video', summary: 'Two minutes' } }])
  })

  it('fails with the reason if no page can be read', async () => {
    const unknown = 'We could not reach this website. Check the address.'
    for (const [path, reason] of [
      ['/gone', 'The page responded with status 404'],
      ['/file', 'This address is application/zip, which cannot be read as a page'],
      ['/huge', 'The response is larger than 5 MB'],
      ['/inside', unknown],
    ] as const) {
      expect((await run([at(path)])).outcome, path).toMatchObject({
        status: 'failed',
        error: `read: ${reason}`,
      })
    }
    const scheme = await run([{ url: 'file:///etc/passwd' }])
    expect(scheme.outcome.error).toBe('read: Enter an address that begins with http:// or https://')
    const both = await run([at('/gone'), at('/gone-too')])
    expect(both.outcome.error).toBe(
      'read: No page could be read. The first failed because: The page responded with status 404',
    )
  })

  it('reports a missing address', async () => {
    expect((await run([{ title: 'x' }])).outcome.error).toBe('read: Missing field "url"')
    expect((await run([{}], { url: '{{ $json.link }}' })).outcome.error).toBe(
      'read: Missing field "$json.link"',
    )
  })

  it('stops at its page limit and reports it', async () => {
    const { read } = await run([at('/bread'), at('/video')], { limit: 1 })
    expect(read).toMatchObject({ itemsOut: 1, incomplete: true })
  })

  it('renders a page only if it needs scripts and a browser is available', async () => {
    asked.splice(0)
    rendered = undefined
    expect((await run([at('/app')])).read).toMatchObject({ itemsOut: 0 })
    rendered = articlePage('App')
    const { items } = await run([at('/app'), at('/bread')])
    expect(items).toMatchObject([
      { json: { title: 'App', url: `${web.url}/app` } },
      { json: { title: 'Bread' } },
    ])
    expect(asked).toEqual([`${web.url}/app`, `${web.url}/app`])
  })
})
