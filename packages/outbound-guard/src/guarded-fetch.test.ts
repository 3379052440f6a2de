import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Resolve } from './guarded-agent.ts'
import { createGuardedFetch, type GuardedFetch, type OutboundError } from './index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server
let port = 0
let answer: Answer
let seen: { path: string; method: string; headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      seen.push({
        path: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers,
        body,
      })
      answer(request, response, body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Returns a resolver with one list of addresses per lookup. The last list repeats. */
function answering(...lists: string[][]): { resolver: Resolve; asked: string[] } {
  const asked: string[] = []
  const resolver = (host: string, _: unknown, callback: (error: null, all: object[]) => void) => {
    const list = lists[Math.min(asked.push(host), lists.length) - 1] ?? []
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolver: resolver as unknown as Resolve, asked }
}

const guards: GuardedFetch[] = []
const guard = (policy: 'loopback' | 'refuse', resolver?: Resolve): GuardedFetch => {
  const made = createGuardedFetch(policy, resolver === undefined ? {} : { resolver })
  guards.push(made)
  return made
}
beforeEach(() => {
  seen = []
  answer = (_, response) => response.end('ok')
})
afterEach(async () => {
  await Promise.all(guards.splice(0).map((each) => each.close()))
})

const url = (path = '/', host = '127.0.0.1') => `http://${host}:${port}${path}`
const cap = { maxBytes: 1_000 }
const readCode = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'answered',
    (error: OutboundError) => error.code,
  )

describe('a guarded fetch', () => {
  it('returns any status with decoded bytes', async () => {
    answer = (_, response) =>
      response
        .writeHead(404, { 'content-encoding': 'gzip', 'x-kind': 'a' })
        .end(gzipSync('not here'))
    const reply = await guard('loopback').fetch(url(), cap)
    expect([
      reply.status,
      reply.headers['x-kind'],
      Buffer.from(await reply.bytes()).toString(),
    ]).toEqual([404, 'a', 'not here'])
  })

  it('connects to the checked address even if the resolver returns another one later', async () => {
    const { resolver, asked } = answering(['127.0.0.1'], ['10.0.0.1'])
    const reply = await guard('loopback', resolver).fetch(url('/', 'here.test'), cap)
    await reply.bytes()
    expect([asked, seen.length]).toEqual([['here.test'], 1])
  })

  it('refuses a host with the unknown-host message if one of its addresses is private', async () => {
    const mixed = guard('refuse', answering(['93.184.216.34', '10.0.0.1']).resolver)
    const refused = await mixed.fetch(url('/', 'mixed.test'), cap).catch((error: unknown) => error)
    const unknown = await guard('refuse')
      .fetch('http://no-such-host.invalid/', cap)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'no_host' })
    expect((refused as Error).message).toBe((unknown as Error).message)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
      expect(await readCode(guard('refuse').fetch(url('/', host), cap)), host).toBe('no_host')
    }
    expect(seen).toEqual([])
  })

  it('refuses other schemes, blocked ports, credentials in the address and malformed addresses', async () => {
    const { fetch } = guard('loopback')
    for (const address of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:text/plain,x']) {
      expect(await readCode(fetch(address, cap)), address).toBe('refused')
    }
    expect(await readCode(fetch('http://127.0.0.1:25/', cap))).toBe('refused')
    expect(await readCode(fetch(`http://user:pass@127.0.0.1:${port}/`, cap))).toBe('refused')
    for (const address of ['', '//x', 'example.com', 'http://']) {
      expect(await readCode(fetch(address, cap)), address).toBe('invalid')
    }
  })

  it('checks every redirect like the first address', async () => {
    const { fetch } = guard('loopback')
    for (const [location, code] of [
      ['http://169.254.169.254/latest/meta-data', 'no_host'],
      ['http://10.0.0.1/', 'no_host'],
      ['file:///etc/passwd', 'refused'],
      ['http://127.0.0.1:25/', 'refused'],
      ['http://user:pass@127.0.0.1/', 'refused'],
    ] as const) {
      answer = (_, response) => response.writeHead(302, { location }).end()
      expect(await readCode(fetch(url(), cap)), location).toBe(code)
    }
  })

  it('refuses a redirect if its name resolves to a private address', async () => {
    const { resolver } = answering(['127.0.0.1'], ['10.0.0.1'])
    answer = (_, response) => response.writeHead(302, { location: 'http://inside.test/' }).end()
    expect(await readCode(guard('loopback', resolver).fetch(url('/', 'here.test'), cap))).toBe(
      'no_host',
    )
  })

  it('follows five redirects and names the final address, or returns the redirect if the limit is 0', async () => {
    const { fetch } = guard('loopback')
    answer = ({ url: path = '' }, response) => {
      const at = Number(path.slice(1))
      if (at < 5) response.writeHead(301, { location: `/${at + 1}` }).end()
      else response.end('there')
    }
    const reply = await fetch(url('/0'), cap)
    expect([reply.url.pathname, Buffer.from(await reply.bytes()).toString()]).toEqual([
      '/5',
      'there',
    ])
    const still = await fetch(url('/0'), { ...cap, redirects: 0 })
    expect([still.status, still.headers['location']]).toEqual([301, '/1'])
    await still.discard()
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end()
    expect(await readCode(fetch(url(), cap))).toBe('redirect')
  })

  it('sends credentials only to the original origin and turns a redirected POST into a GET without body', async () => {
    const { resolver } = answering(['127.0.0.1'])
    answer = ({ url: path }, response) => {
      if (path === '/a') response.writeHead(302, { location: '/b' }).end()
      else if (path === '/b') response.writeHead(307, { location: url('/c', 'other.test') }).end()
      else response.end('ok')
    }
    const reply = await guard('loopback', resolver).fetch(url('/a', 'here.test'), {
      ...cap,
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-plain': '1' },
      credentials: { authorization: 'Bearer secret' },
      body: 'hello',
    })
    await reply.bytes()
    expect(
      seen.map(({ path, method, body, headers }) => [
        path,
        method,
        body,
        headers['authorization'],
        headers['x-plain'],
        headers['content-type'],
      ]),
    ).toEqual([
      ['/a', 'POST', 'hello', 'Bearer secret', '1', 'text/plain'],
      ['/b', 'GET', '', 'Bearer secret', '1', undefined],
      ['/c', 'GET', '', undefined, '1', undefined],
    ])
  })

  it('stops a body beyond its limit, whether announced, streamed or compressed', async () => {
    const { fetch } = guard('loopback')
    const read = async () => (await fetch(url(), cap)).bytes()
    answer = (_, response) => response.end('x'.repeat(1_001))
    expect(await readCode(read())).toBe('too_large')
    answer = (_, response) => {
      response.on('error', () => {})
      const write = (): void => void (response.writable && response.write('x'.repeat(500), write))
      write()
    }
    expect(await readCode(read())).toBe('too_large')
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(10_000_000)))
    expect(await readCode(read())).toBe('too_large')
    answer = (_, response) => response.end('x'.repeat(1_000))
    expect((await read()).length).toBe(1_000)
  })

  it("limits the total time of an exchange, and throws the caller's reason when the caller aborts", async () => {
    const { fetch } = guard('loopback')
    answer = (_, response) => void response.write('a')
    const slow = async (signal?: AbortSignal) =>
      (
        await fetch(url(), { ...cap, timeoutMs: 200, ...(signal === undefined ? {} : { signal }) })
      ).bytes()
    expect(await readCode(slow())).toBe('timeout')
    answer = () => {}
    expect(await readCode(slow())).toBe('timeout')
    const stopped = new Error('the run was cancelled')
    await expect(slow(AbortSignal.abort(stopped))).rejects.toBe(stopped)
    const later = new AbortController()
    answer = () => later.abort(stopped)
    await expect(
      fetch(url(), { ...cap, signal: later.signal }).then((reply) => reply.bytes()),
    ).rejects.toBe(stopped)
  })

  it('fails with a readable message when a connection breaks', async () => {
    answer = (request) => request.socket.destroy()
    expect(await readCode(guard('loopback').fetch(url(), cap))).toBe('failed')
  })
})
