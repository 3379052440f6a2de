import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { reader, record } from '../../../test/reading-node.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { articlePage, startWeb } from '../../../test/web.ts'
import { createPageExtraction } from '../../pages/page-extraction.ts'
import { createPageReader } from '../../pages/page-reader.ts'
import { createWebSearch } from '../../pages/web-search.ts'
import { createTextReader } from '../../texts/text-reader.ts'

const web = await startWeb()
const guard = createGuardedFetch('loopback')
const extraction = createPageExtraction()
const texts = createTextReader()
afterAll(async () => {
  web.stop()
  await Promise.all([extraction.stop(), texts.stop(), guard.close()])
})
web.page('/bread', articlePage('Bread', 8))
web.page('/busy', (_, response) => response.writeHead(503).end())
web.page('/broken', (_, response) => response.destroy())
web.page('/search', (request, response) => {
  const asked = new URL(request.url ?? '', web.url).searchParams.get('q') ?? ''
  const status = asked.includes('Busy') ? 429 : asked.includes('Refused') ? 400 : 200
  response.writeHead(status, { 'content-type': 'text/html' }).end('<p>Nothing</p>')
})

// The wait is longer than a run waits, so the step does not retry.
for (const status of [429, 503]) {
  web.page(`/${status}`, (_, response) =>
    response.writeHead(status, { 'retry-after': '999' }).end(),
  )
}

async function readInto(
  type: string,
  items: Record<string, unknown>[],
  params: Record<string, unknown> = {},
) {
  const flow = graph(
    [node('start', 'trigger.manual'), node('read', 'reading'), node('act', type, params)],
    [edge('start', 'read'), edge('read', 'act')],
  )
  const records = items.map((json, at) => record(`r${at}`, json))
  const { outcome, nodes } = await recordedRun(flow, {
    ports: {
      pages: createPageReader(guard, extraction, texts),
      http: { fetch: guard.fetch, credential: async () => undefined },
      search: createWebSearch(guard, extraction, `${web.url}/search`),
    },
    nodes: [reader('reading', 'source', records)],
  })
  const reads = outcome.status === 'completed' || outcome.status === 'failed' ? outcome.reads : []
  const waiting = (reads ?? [])
    .flatMap((read) => read.items)
    .filter((item) => item.waiting)
    .map(({ id, reason = null }) => [id, reason])
  return { status: outcome.status, waiting, act: nodes['act'] }
}
const at = (path: string) => ({ url: web.url + path })

it('keeps the items waiting whose pages cannot be read while another page is read', async () => {
  const items = [{}, at('/bread'), at('/gone'), at('/gone#again'), at('/busy'), at('/broken')]
  const { status, waiting, act } = await readInto('read_url', items)
  expect([status, act?.itemsOut, act?.incomplete]).toEqual(['completed', 1, true])
  expect(waiting).toEqual([
    ['r0', 'Missing field "url"'],
    ['r2', 'The page responded with status 404'],
    ['r3', 'The page responded with status 404'],
    ['r4', null],
    ['r5', null],
  ])
})

it('counts an attempt for each refused page and item when no page can be read', async () => {
  const { status, waiting } = await readInto('read_url', [{}, at('/gone'), at('/busy')])
  expect(status).toBe('failed')
  expect(waiting).toEqual([
    ['r0', 'Missing field "url"'],
    ['r1', 'The page responded with status 404'],
  ])
})

it('keeps the people waiting whom the search refuses while it looks up another', async () => {
  const people = ['Ada', 'Busy', 'Refused'].map((name) => ({ name }))
  const { status, waiting, act } = await readInto('find_profile_page', [...people, {}])
  expect([status, act?.outputs, act?.incomplete]).toEqual([
    'completed',
    { main: 0, declined: 1 },
    true,
  ])
  expect(waiting).toEqual([
    ['r1', null],
    ['r2', 'The web search responded with status 400'],
    ['r3', 'Missing field "name"'],
  ])
})

it('counts an attempt for each refused person and item when nobody is looked up', async () => {
  const { status, waiting } = await readInto('find_profile_page', [
    { name: 'Refused' },
    {},
    { name: 'Busy' },
  ])
  expect(status).toBe('failed')
  expect(waiting).toEqual([
    ['r0', 'The web search responded with status 400'],
    ['r1', 'Missing field "name"'],
  ])
})

it('counts no attempt for a rate limit, or for a server error when the request may be repeated', async () => {
  const items = ['GET', 'POST'].flatMap((method) =>
    ['/bread', '/gone', '/429', '/503'].map((path) => ({ method, url: web.url + path })),
  )
  const params = { url: '{{ $json.url }}', method: '{{ $json.method }}' }
  const { status, waiting } = await readInto('http_request', items, params)
  const host = new URL(web.url).host
  expect(status).toBe('completed')
  expect(waiting).toEqual([
    ['r1', `${host} responded with status 404`],
    ['r2', null],
    ['r3', null],
    ['r5', `${host} responded with status 404`],
    ['r6', null],
    ['r7', `${host} responded with status 503`],
  ])
})
