import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun } from '../../test/recorded-run.ts'
import { articlePage, startWeb } from '../../test/web.ts'
import { createPageExtraction } from '../pages/page-extraction.ts'
import { createPageReader, type RenderPage } from '../pages/page-reader.ts'

const web = await startWeb()
const guard = createGuardedFetch('loopback')
const extraction = createPageExtraction()
let rendered: string | undefined
const asked: string[] = []
const render: RenderPage = async (url) => {
  asked.push(url)
  return rendered === undefined ? undefined : { html: rendered, url }
}
const pages = createPageReader(guard, extraction, render)

beforeAll(() => {
  web.page('/bread', articlePage('Bread', 8, '<meta property="og:image" content="/bread.jpg">'))
  web.page('/bread-again', articlePage('Bread', 8, '<link rel="canonical" href="/bread">'))
  web.page('/video', '<title>A video</title><meta name="description" content="Two minutes"><p>Watch</p>')
  web.page('/wall', '<title>Just a moment</title><p>Checking your browser</p>')
  web.page('/moved', (_, response) => response.writeHead(302, { location: '/bread' }).end())
  web.page('/inside', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
  web.page('/file', (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'))
  web.page('/huge', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '6000000' }).end(),
  )
  web.page('/app', '<title>App</title><div id="root"></div><script src="/app.js"></script>')
})
afterAll(async () => {
  web.stop()
  await Promise.all([extraction.stop(), guard.close()])
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
  it('puts out the page of each address, with the item’s own fields and the page’s over them', async () => {
    const { items, read } = await run([{ ...at('/bread'), mailId: 'm1', title: 'Mail', contentType: 'fake' }])
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

  it('reads a page once, by its address, its redirect and its canonical address', async () => {
    const before = web.asked.length
    const { read } = await run([
      ...[at('/bread'), at('/bread?utm_source=mail#top'), at('/moved'), at('/bread-again')],
    ])
    expect(read).toMatchObject({ itemsOut: 1, message: 'Left out: 3 duplicate' })
    expect(web.asked.slice(before).filter((call) => call === 'GET /bread')).toHaveLength(2)
  })

  it('drops and counts thin pages, notices and addresses that are not read', async () => {
    const { read, outcome } = await run([at('/bread'), at('/video'), at('/wall'), at('/gone')])
    expect(outcome.status).toBe('completed')
    expect(read).toMatchObject({
      itemsOut: 1,
      message:
        'Left out: 1 with too little text, 1 with a notice instead of the page, 1 not read: The page answered 404',
    })
  })

  it('keeps a thin page with a title when asked to', async () => {
    const { items } = await run([at('/video')], { keepThin: true })
    expect(items).toMatchObject([{ json: { title: 'A video', summary: 'Two minutes' } }])
  })

  it('fails with the reason when no page could be read', async () => {
    const unknown = 'The host was not found, or is one that requests may not be sent to'
    for (const [path, reason] of [
      ['/gone', 'The page answered 404'],
      ['/file', 'The address is no page but application/zip'],
      ['/huge', 'The answer is larger than 5 MB'],
      ['/inside', unknown],
    ] as const) {
      expect((await run([at(path)])).outcome, path).toMatchObject({
        status: 'failed',
        error: `read: ${reason}`,
      })
    }
    const scheme = await run([{ url: 'file:///etc/passwd' }])
    expect(scheme.outcome.error).toBe('read: Only http and https addresses can be fetched')
    const both = await run([at('/gone'), at('/gone-too')])
    expect(both.outcome.error).toBe('read: No page could be read; the first one: The page answered 404')
  })

  it('names the missing address', async () => {
    expect((await run([{ title: 'x' }])).outcome.error).toBe('read: Missing field "url"')
    expect((await run([{}], { url: '{{ $json.link }}' })).outcome.error).toBe(
      'read: Missing field "$json.link"',
    )
  })

  it('reads no more pages than its limit, and says so', async () => {
    const { read } = await run([at('/bread'), at('/video')], { limit: 1 })
    expect(read).toMatchObject({ itemsOut: 1, incomplete: true })
  })

  it('renders a page that needs its scripts while a browser answers, and no other page', async () => {
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
