import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { sentence, startWeb } from '../../../test/web.ts'
import { createPageExtraction } from '../../pages/page-extraction.ts'
import { createPageReader } from '../../pages/page-reader.ts'
import { createWebSearch } from '../../pages/web-search.ts'
import { createTextReader } from '../../texts/text-reader.ts'

const web = await startWeb()
const guard = createGuardedFetch('loopback')
const extraction = createPageExtraction()
const pages = createPageReader(guard, extraction, createTextReader())
const search = createWebSearch(guard, extraction, `${web.url}/search`)
const asked: string[] = []
let results = ''
web.page('/search', (request, response) => {
  asked.push(new URL(request.url ?? '', web.url).searchParams.get('q') ?? '')
  response.writeHead(200, { 'content-type': 'text/html' }).end(results)
})
web.page(
  '/in/millside-baker',
  `<title>Millside Baker</title><meta property="og:image" content="/baker.jpg"><article>${`<p>${sentence}</p>`.repeat(6)}</article>`,
)
afterAll(async () => {
  web.stop()
  await Promise.all([extraction.stop(), guard.close()])
})

const result = (href: string, title: string, snippet = '') =>
  `<div><a class="result__a" href="${href}">${title}</a><a class="result__snippet" href="${href}">${snippet}</a></div>`
const run = async (seeds: Record<string, unknown>[]) => {
  const flow = graph(
    [node('start', 'trigger.manual'), node('find', 'find_profile_page'), node('no', 'pass')],
    [edge('start', 'find'), edge('find:declined', 'no')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { pages, search },
    seeds: { start: seeds.map((json) => ({ json })) },
  })
  return { outcome, find: nodes['find'], items: nodes['find']?.sample?.items ?? [] }
}

describe('find_profile_page', () => {
  it('reads the first profile with the name and takes the details from its title', async () => {
    results = [
      result('https://example.com/baker', 'Millside Baker - Blog'),
      result('/in/another', 'Millside Cook - Cook | Network'),
      result(
        '/in/millside-baker',
        'Míllside Baker - Head baker - Harbour Bakery | Network',
        'Bread and people',
      ),
    ].join('')
    const { items, find } = await run([
      { name: 'Millside Baker', company: 'Harbour', taskId: 'task_1' },
    ])
    expect(asked.at(-1)).toBe('site:linkedin.com/in "Millside Baker" "Harbour"')
    expect(items).toMatchObject([
      {
        json: {
          taskId: 'task_1',
          name: 'Millside Baker',
          company: 'Harbour',
          jobTitle: 'Head baker',
          profileUrl: `${web.url}/in/millside-baker`,
          summary: 'Bread and people',
          image: `${web.url}/baker.jpg`,
          rawContent: expect.stringContaining(sentence),
        },
      },
    ])
    expect(find?.outputs).toEqual({ main: 1, declined: 0 })
  })

  it('uses the text of the search result if the profile cannot be read', async () => {
    results = result('/in/closed', 'Millside Baker - Harbour Bakery | Network', 'Bread')
    const { items } = await run([{ name: 'Millside Baker' }])
    expect(items).toMatchObject([
      { json: { company: 'Harbour Bakery', jobTitle: '', summary: 'Bread', rawContent: '' } },
    ])
  })

  it('unwraps the target address of the search provider’s redirect links', async () => {
    const target = encodeURIComponent('https://de.linkedin.com/in/millside-baker-1')
    results = result(`//duckduckgo.com/l/?uddg=${target}&amp;rut=x`, 'Millside Baker | Network')
    const found = await search.search('x', { lane: '', signal: new AbortController().signal })
    expect(found.map(({ url }) => url)).toEqual(['https://de.linkedin.com/in/millside-baker-1'])
    expect(found.map(({ url }) => search.isProfile(url))).toEqual([true])
  })

  it('declines a person if the search finds no profile', async () => {
    results = result('https://linkedin.example/in/millside-baker', 'Millside Baker')
    const { find, outcome } = await run([{ name: 'Millside Baker' }])
    expect(outcome.status).toBe('completed')
    expect(find).toMatchObject({
      outputs: { main: 0, declined: 1 },
      message: 'Found no profile page for 1',
    })
  })

  it('fails with the reason when the search refuses, and reports a missing field', async () => {
    const busy = createWebSearch(
      guard,
      extraction,
      web.page('/busy', (_, response) => response.writeHead(429).end()),
    )
    const flow = graph(
      [node('start', 'trigger.manual'), node('find', 'find_profile_page')],
      [edge('start', 'find')],
    )
    const { outcome } = await recordedRun(flow, {
      ports: { pages, search: busy },
      seeds: { start: [{ json: { name: 'Baker' } }] },
    })
    expect(outcome.error).toBe(
      'find: The web search accepts no more requests right now. Try again later',
    )
    expect((await run([{ id: 1 }])).outcome.error).toBe('find: Missing field "name"')
  })
})
