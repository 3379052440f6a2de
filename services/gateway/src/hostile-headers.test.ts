import { expectLinear } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodKey, startTestGateway, type TestGateway } from '../test/harness.ts'
import { send } from '../test/send.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  for (const service of [gateway.assets, gateway.board]) {
    service.handle((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-length': 2, vary: 'Accept' }).end('{}')
    })
  }
})
afterAll(() => gateway?.stop())

// Node rejects more than 16 KiB of headers including the request line. The other headers need some
// of that.
const largest = 15_000
const turns = 5
const fill = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length))

const names = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
  'referer',
  'via',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
  'cookie',
  'authorization',
  'x-api-key',
  'origin',
  'access-control-request-headers',
  'connection',
  'te',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'idempotency-key',
  'x-request-id',
  'traceparent',
  'tracestate',
  'baggage',
  'host',
]
const pieces = ['a', ',', ', "a"', ';q=1', '= ', '\t ', '[::', '%41', '0-1,', 'for=a;', '/.', '"']

const ask = async (
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<void> => {
  const answer = await send(gateway.port, { method, path, headers })
  expect(answer.status, `${method} ${path}`).toBeLessThan(500)
}

test.each(names)('handles a long `%s` header in linear time', async (name) => {
  for (const piece of pieces) {
    await expectLinear(`${name} of ${piece}`, largest, (size) => async () => {
      const long = { [name]: `a${fill(piece, size)}a` }
      for (let turn = 0; turn < turns; turn += 1) {
        await ask('GET', '/api/assets/org_1/pub/x.png', long)
        await ask('POST', '/api/tasks', { 'x-api-key': goodKey, ...long })
      }
    })
  }
})

test.each(['a=1&', '&', '%41', '%', '/.', '?', '+', 'a[', '%25'])(
  'handles a URL of many %s in linear time',
  (piece) =>
    expectLinear(piece, largest, (size) => async () => {
      for (let turn = 0; turn < turns; turn += 1) {
        for (const path of ['/api/tasks?', '/api/assets/', '/api/public/sites/', '/']) {
          await ask('GET', `${path}${fill(piece, size)}`, { 'x-api-key': goodKey })
        }
      }
    }),
)

test('handles many headers in linear time', () =>
  expectLinear('headers', largest, (size) => {
    const headers = Object.fromEntries(Array.from({ length: size / 10 }, (_, n) => [`h${n}`, '1']))
    return async () => {
      for (let turn = 0; turn < turns; turn += 1) await ask('GET', '/api/tasks', headers)
    }
  }))
