import { createGuardedFetch } from '@atrium/outbound-guard'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { startWeb } from '../../../test/web.ts'
import type { OpenCredential } from '../../credentials/open-credential.ts'

const web = await startWeb()
const { host } = new URL(web.url)
const guard = createGuardedFetch('loopback')
let known: OpenCredential | undefined
const orgs: string[] = []
const http = {
  fetch: guard.fetch,
  async credential(orgId: string) {
    orgs.push(orgId)
    return known
  },
}
let sent: { method: string; headers: Record<string, unknown>; body: string }[] = []
let answers: { status?: number; headers?: Record<string, string>; body?: unknown }[] = []
web.page('/api', (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString()
    sent.push({ method: request.method ?? '', headers: request.headers, body })
    const { status = 200, headers = {}, body: answer = {} } = answers.shift() ?? {}
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer))
  })
})
afterAll(async () => {
  web.stop()
  await guard.close()
})
beforeEach(() => {
  sent = []
  answers = []
  known = { name: 'CRM', host, header: 'Authorization', value: 'Bearer secret' }
})

const run = async (
  params: Record<string, unknown>,
  seeds: Record<string, unknown>[] = [{ id: 7 }],
) => {
  const given = { url: `${web.url}/api`, ...params }
  const flow = graph(
    [node('start', 'trigger.manual'), node('ask', 'http_request', given)],
    [edge('start', 'ask')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { http },
    seeds: { start: seeds.map((json) => ({ json })) },
  })
  return { outcome, node: nodes['ask'], items: nodes['ask']?.sample?.items ?? [] }
}

describe('http_request', () => {
  it('sends a request for each item and adds the response to the item’s fields', async () => {
    answers = [{ body: { ok: true } }]
    const { items } = await run({
      method: 'POST',
      query: { q: '{{ $json.id }}' },
      body: { id: '{{ $json.id }}' },
    })
    expect(items).toMatchObject([
      {
        json: {
          id: 7,
          status: 200,
          body: { ok: true },
          url: `${web.url}/api?q=7`,
          contentType: 'application/json',
        },
      },
    ])
    expect(sent).toMatchObject([
      {
        method: 'POST',
        body: '{"id":7}',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'run_1:ask:0:0' },
      },
    ])
  })

  it('keeps every digit of a long integer in a response, its identity and its cursor', async () => {
    web.page('/long', (request, response) => {
      const second = request.url?.includes('7615917337495251299') === true
      const [id, next] = second
        ? ['7615917337495251245', 'null']
        : ['7615917337495251231', '7615917337495251299']
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"rows":[{"id":${id}}],"next":${next}}`)
    })
    const { items } = await run({ url: `${web.url}/long`, itemsPath: 'rows', paging: 'cursor' })
    expect(items).toMatchObject([
      { externalId: '7615917337495251231', json: { id: '7615917337495251231' } },
      { externalId: '7615917337495251245', json: { id: '7615917337495251245' } },
    ])
  })

  it('decodes a response by its charset, or as Windows-1252 if it is not UTF-8', async () => {
    for (const type of ['text/plain; charset=ISO-8859-1', 'text/plain']) {
      web.page('/latin', (_request, response) => {
        response.writeHead(200, { 'content-type': type }).end(Buffer.from('Café', 'latin1'))
      })
      const { items } = await run({ url: `${web.url}/latin` })
      expect(items).toMatchObject([{ json: { body: 'Café' } }])
    }
  })

  it('escapes values if a JSON body is written as text', async () => {
    const msg = 'He said "hi"\n'
    const post = { method: 'POST', body: '{"text":"{{ $json.msg }}","n":{{ $json.n }}}' }
    await run(post, [{ msg, n: 3 }])
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ text: msg, n: 3 })
    expect(sent[0]?.headers['content-type']).toBe('application/json')
    const headers = { 'Content-Type': 'application/vnd.api+json' }
    await run({ ...post, body: '"{{ $json.msg }}"', headers }, [{ msg }])
    expect(JSON.parse(sent[1]?.body ?? '')).toBe(msg)
    expect(sent[1]?.headers['content-type']).toBe('application/vnd.api+json')
  })

  it('sends a text unchanged unless it is JSON, and fails if the JSON is invalid', async () => {
    await run({ method: 'POST', body: '{{ $json.hi }} "Ada"' }, [{ hi: 'Hello' }])
    expect(sent[0]).toMatchObject({
      body: 'Hello "Ada"',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    await run(
      { method: 'POST', body: '{{ $json.hi }}', headers: { 'content-type': 'text/plain' } },
      [{ hi: '[hi]' }],
    )
    expect(sent[1]?.body).toBe('[hi]')
    for (const body of ['{"a": }', '{{ $json.hi }}']) {
      const { outcome } = await run({ method: 'POST', body }, [{ hi: '[hi]' }])
      expect(outcome).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('not valid JSON'),
      })
    }
    expect(sent).toHaveLength(2)
  })

  it.each(['link', 'cursor'])(
    'sends no secret headers and no body when a %s leads to another host',
    async (paging) => {
      const { port } = new URL(web.url)
      const other = `http://localhost:${port}/api?p=2`
      const first = {
        headers: { link: `<${other}>; rel="next"` },
        body: { rows: [1], next: other },
      }
      const headers = { 'X-Api-Key': 'secret key', Accept: 'application/json' }
      answers = [first, { body: { rows: [2] } }]
      const { node: read } = await run({ itemsPath: 'rows', paging, headers })
      expect(read?.itemsOut).toBe(2)
      expect(sent.map((request) => request.headers['x-api-key'])).toEqual(['secret key', undefined])
      expect(sent[1]?.headers['accept']).toBe('application/json')
      answers = [first, { body: { rows: [2] } }]
      sent = []
      await run({ itemsPath: 'rows', paging, headers, method: 'POST', body: { a: 1 } })
      expect(sent.map((request) => request.headers['host'])).toEqual([host])
    },
  )

  it('emits one item per member of a list in the response', async () => {
    answers = [{ body: { data: { rows: [{ id: 'a', n: 1 }, 'b'] } } }]
    const { items } = await run({ itemsPath: 'data.rows' })
    expect(items).toMatchObject([
      { externalId: 'a', source: { scheme: 'http', host }, json: { id: 'a', n: 1 } },
      { json: { value: 'b' } },
    ])
    answers = [{ body: { data: {} } }]
    expect((await run({ itemsPath: 'data.rows' })).outcome.error).toBe(
      'ask: Missing field "data.rows"',
    )
  })

  it('follows link, cursor and number paging to the last page', async () => {
    answers = [
      { body: [1], headers: { link: '</api?p=2>; rel="next", </api>; rel="first"' } },
      { body: [2] },
    ]
    expect((await run({ itemsPath: '', paging: 'link' })).node?.itemsOut).toBe(2)
    answers = [{ body: { rows: [1], next: 'c 2' } }, { body: { rows: [2], next: null } }]
    expect(
      (await run({ itemsPath: 'rows', paging: 'cursor', pageParam: 'cursor' })).node?.itemsOut,
    ).toBe(2)
    answers = [{ body: [1, 2] }, { body: [3] }, { body: [] }]
    expect((await run({ itemsPath: '', paging: 'page' })).node?.itemsOut).toBe(3)
    expect(web.asked.slice(-7)).toEqual([
      'GET /api',
      'GET /api?p=2',
      'GET /api',
      'GET /api?cursor=c+2',
      'GET /api',
      'GET /api?page=2',
      'GET /api?page=3',
    ])
  })

  it('increases the offset by the rows of each page, even if the graph gives no path to the rows', async () => {
    const pages = () => [
      { body: { rows: [1, 2] } },
      { body: { rows: [3] } },
      { body: { rows: [] } },
    ]
    answers = pages()
    expect((await run({ itemsPath: 'rows', paging: 'offset' })).node).toMatchObject({ itemsOut: 3 })
    answers = pages()
    const whole = await run({ paging: 'offset', pageParam: 'skip', query: { skip: 10, limit: 2 } })
    expect(whole.items.map(({ json }) => json['body'])).toEqual([{ rows: [1, 2] }, { rows: [3] }])
    expect(web.asked.slice(-6)).toEqual([
      'GET /api',
      'GET /api?offset=2',
      'GET /api?offset=3',
      'GET /api?skip=10&limit=2',
      'GET /api?skip=12&limit=2',
      'GET /api?skip=13&limit=2',
    ])
    answers = [{ body: { a: [1], b: [2] } }]
    expect((await run({ paging: 'offset' })).node).toMatchObject({ incomplete: true, itemsOut: 1 })
  })

  it.each([
    ['404', { status: 404, body: { error: 'no such page' } }],
    ['204', { status: 204 }],
    ['an empty page', { body: { rows: [] } }],
    ['the last page again', { body: { rows: [2] } }],
  ])('completes when the page after the last is %s', async (_, end) => {
    for (const params of [{ itemsPath: 'rows' }, {}]) {
      answers = [{ body: { rows: [1] } }, { body: { rows: [2] } }, end]
      const { node } = await run({ ...params, paging: 'page' })
      expect(node).toMatchObject({ status: 'completed', itemsOut: 2, incomplete: false })
    }
  })

  it('keeps the pages it has read when a later page fails', async () => {
    for (const failOnStatus of [true, false]) {
      answers = [{ body: { rows: [1] } }, { status: 403, body: { error: 'too deep' } }]
      const { node } = await run({ itemsPath: 'rows', paging: 'page', failOnStatus })
      expect(node).toMatchObject({
        status: 'completed',
        itemsOut: 1,
        incomplete: true,
        message: `Page 2 could not be read: ${host} responded with status 403: {"error":"too deep"}`,
      })
    }
  })

  it('emits every cookie that a response sets', async () => {
    web.page('/cookies', (_request, response) => {
      response.setHeader('set-cookie', ['a=1; Path=/', 'b=2'])
      response.end('{}')
    })
    const { items } = await run({ url: `${web.url}/cookies` })
    expect(items).toMatchObject([{ json: { headers: { 'set-cookie': ['a=1; Path=/', 'b=2'] } } }])
  })

  it('stops at its page limit, and gives the reason if a page repeats forever', async () => {
    answers = Array.from({ length: 5 }, (_, at) => ({ body: { rows: [at], next: `c${at}` } }))
    const many = await run({ itemsPath: 'rows', paging: 'cursor', maxPages: 3 })
    expect(many.node).toMatchObject({ itemsOut: 3, incomplete: true })
    answers = Array.from({ length: 3 }, () => ({ body: { rows: [1], next: 'same' } }))
    const same = await run({ itemsPath: 'rows', paging: 'cursor' })
    expect(same.node).toMatchObject({
      status: 'completed',
      itemsOut: 2,
      incomplete: true,
      message: 'Page 3 could not be read: The address returns the same page again and again',
    })
  })

  it('sends a stored credential only to its own host', async () => {
    await run({ credential: 'CRM' })
    expect(sent[0]?.headers['authorization']).toBe('Bearer secret')
    expect(orgs.at(-1)).toBe('org_1')
    answers = [{ body: { youSent: 'Bearer secret' } }]
    const echoed = await run({ credential: 'CRM' })
    expect(echoed.items).toMatchObject([{ json: { body: { youSent: 'Bearer [credential]' } } }])
    known = {
      name: 'CRM',
      host: 'api.example.com',
      header: 'Authorization',
      value: 'Bearer secret',
    }
    const other = await run({ credential: 'CRM' })
    expect(other.outcome.error).toBe(
      `ask: The credential "CRM" is for api.example.com, not for ${host}`,
    )
    known = { name: 'CRM', host: 'api.example.com', header: 'Authorization', value: 'x' }
    const clear = await run({ credential: 'CRM', url: 'http://api.example.com/' })
    expect(clear.outcome.error).toBe('ask: The credential "CRM" is sent only over https')
    known = undefined
    expect((await run({ credential: 'CRM' })).outcome.error).toBe(
      'ask: The credential "CRM" does not exist. Choose another one.',
    )
    expect(sent).toHaveLength(2)
  })

  it('withholds a credential when a page or a redirect leads to another host', async () => {
    const elsewhere = await startWeb()
    const seen: unknown[] = []
    elsewhere.page('/take', (request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    answers = [{ body: { rows: [1], next: `${elsewhere.url}/take` } }]
    const paged = await run({ credential: 'CRM', itemsPath: 'rows', paging: 'cursor' })
    expect(paged.node).toMatchObject({
      status: 'completed',
      incomplete: true,
      message: expect.stringContaining('The credential "CRM" is for'),
    })
    answers = [{ status: 302, headers: { location: `${elsewhere.url}/take` } }]
    expect((await run({ credential: 'CRM' })).outcome.status).toBe('completed')
    answers = [{ status: 302, headers: { location: `${elsewhere.url}/take` } }]
    const headers = { Authorization: 'Bearer written-in' }
    expect((await run({ headers })).outcome.status).toBe('completed')
    expect(sent.at(-1)?.headers['authorization']).toBe('Bearer written-in')
    expect(seen).toEqual([undefined, undefined])
    elsewhere.stop()
  })

  it('redacts a credential if the response repeats it in headers, an error or escaped JSON', async () => {
    const value = 'Bearer ab/cd+ef"gh'
    known = { name: 'CRM', host, header: 'Authorization', value }
    const escaped = '{"you":"ab\\/cd\\u002bef\\"gh"}'
    web.page('/echo', (request, response) => {
      response.setHeader('x-echo', 'ab/cd+ef"gh')
      response.writeHead(request.url?.endsWith('bad') === true ? 403 : 200).end(escaped)
    })
    const url = `${web.url}/echo`
    const { items } = await run({ credential: 'CRM', url })
    expect(items).toMatchObject([
      { json: { headers: { 'x-echo': '[credential]' }, body: { you: '[credential]' } } },
    ])
    const refused = await run({ credential: 'CRM', url: `${url}?bad` })
    expect(refused.outcome.error).toBe(
      `ask: ${host} responded with status 403: {"you":"[credential]"}`,
    )
    const pair = Buffer.from('anna:hunter22').toString('base64')
    known = { name: 'CRM', host, header: 'Authorization', value: `Basic ${pair}` }
    answers = [{ body: { user: 'anna', password: 'hunter22' } }]
    const basic = await run({ credential: 'CRM' })
    expect(basic.items).toMatchObject([
      { json: { body: { user: 'anna', password: '[credential]' } } },
    ])
  })

  it('fails at the run’s data limit before it holds all pages, and at the item limit of a list', async () => {
    const page = { text: 'x'.repeat(900_000) }
    let pages = 0
    web.page('/large', (_request, response) => {
      pages += 1
      response.setHeader('link', `</large?${pages}>; rel="next"`).end(JSON.stringify(page))
    })
    const large = await run({ url: `${web.url}/large`, paging: 'link', maxPages: 200 })
    expect(large.outcome.error).toBe(
      'ask: The run has more than 64 MB of item data. Filter or limit the items earlier.',
    )
    expect(pages).toBeLessThan(100)
    answers = [{ body: Array.from({ length: 200_000 }, () => 1) }]
    const many = await run({ itemsPath: '' })
    expect(many.outcome.error).toBe('ask: The responses have more than 10000 items in total')
  })

  it('retries 429 at the stated time, and does not retry a POST after 500', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '0' } }, { body: { ok: true } }]
    expect((await run({ method: 'POST' })).outcome.status).toBe('completed')
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    sent = []
    answers = [{ status: 500, body: { error: 'broken pipe' } }]
    const failed = await run({ method: 'POST' })
    expect(failed.outcome.error).toBe(
      `ask: ${host} responded with status 500: {"error":"broken pipe"}`,
    )
    expect(sent).toHaveLength(1)
  })

  it('refuses a header if it is invalid or set by the platform, and sends nothing', async () => {
    for (const headers of [
      { Host: 'other.example' },
      { 'content-length': '1' },
      { 'a b': 'x' },
      { 'x-a': 'a\r\nb' },
    ]) {
      const { outcome } = await run({ headers })
      expect(outcome.error, JSON.stringify(headers)).toContain('ask: Parameter "headers')
    }
    expect(sent).toEqual([])
  })

  it('continues after an error status if asked to', async () => {
    answers = [{ status: 404, body: { error: 'gone' } }]
    const { items } = await run({ failOnStatus: false })
    expect(items).toMatchObject([{ json: { status: 404, body: { error: 'gone' } } }])
  })

  it('fails with the reason if a response is too large or the address is private', async () => {
    answers = [{ body: 'x'.repeat(1_000_001) }]
    expect((await run({})).outcome.error).toBe('ask: The response is larger than 1 MB')
    const inside = await run({ url: 'http://169.254.169.254/' })
    expect(inside.outcome.error).toBe('ask: We could not reach this website. Check the address.')
    expect((await run({ url: '{{ $json.link }}' })).outcome.error).toBe(
      'ask: Missing field "$json.link"',
    )
  })
})
