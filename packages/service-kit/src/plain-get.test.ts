import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognisePlainGet } from './plain-get.ts'

const recognise = (text: string) => recognisePlainGet(Buffer.from(text, 'latin1'))
const get = (...lines: string[]) =>
  `GET /a/b?c HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`

test('a whole plain GET is recognised, with its path and request id', () => {
  expect(recognise(get('Host: a'))).toEqual({ path: '/a/b?c', requestId: undefined })
  const browser = [
    'host: a',
    'Connection: Keep-Alive',
    'Sec-Fetch-Mode: no-cors',
    'sec-ch-ua: "x"',
    'Cookie: a=b',
  ]
  expect(recognise(get(...browser, 'X-Request-Id:  abc\t'))).toEqual({ path: '/a/b?c', requestId: 'abc' })
})

test.each([
  ['nothing', ''],
  ['no header', 'GET / HTTP/1.1\r\n\r\n'],
  ['no host', get('Accept: *')],
  ['two hosts', get('Host: a', 'host: b')],
  ['another method', get('Host: a').replace('GET', 'HEAD')],
  ['a method of other letters', get('Host: a').replace('GET', 'get')],
  ['another version', get('Host: a').replace('1.1', '1.0')],
  ['an absolute target', get('Host: a').replace('/a', 'http://a/a')],
  ['a space in the target', get('Host: a').replace('/b', '/ b')],
  ['a beginning only', get('Host: a').slice(0, -1)],
  ['something behind the end', `${get('Host: a')}G`],
  ['two requests at once', get('Host: a').repeat(2)],
  ['a bare line feed', get('Host: a\nx: y')],
  ['a bare carriage return', get('Host: a\rb')],
  ['a folded line', get('Host: a', ' b')],
  ['a space before the colon', get('Host : a')],
  ['a byte beyond ASCII', get('Host: ä')],
  ['a NUL', get('Host: a\0')],
  ['a body', get('Host: a', 'Content-Length: 0')],
  ['a chunked body', get('Host: a', 'Transfer-Encoding: chunked')],
  ['a condition', get('Host: a', 'If-None-Match: *')],
  ['a range', get('Host: a', 'Range: bytes=0-')],
  ['a principal', get('Host: a', 'X-Atrium-Principal: x')],
  ['a key', get('Host: a', 'X-Api-Key: x')],
  ['an expectation', get('Host: a', 'Expect: 100-continue')],
  ['an upgrade', get('Host: a', 'Connection: upgrade', 'Upgrade: h2c')],
  ['a connection that ends', get('Host: a', 'Connection: close')],
  ['two request ids', get('Host: a', 'X-Request-Id: a', 'X-Request-Id: b')],
  ['a header of its own', get('Host: a', 'X-Odd: 1')],
  ['a head of more than 4 KB', get('Host: a', `Accept: ${'a'.repeat(4100)}`)],
])('%s is left to the parser', (_what, text) => {
  expect(recognise(text)).toBeUndefined()
})

test('no byte changed, added or left out makes another request of one than Node sees', () => {
  const whole = get('Host: a', 'Accept: b', 'X-Request-Id: c')
  const bytes = fc.constantFrom('\r', '\n', ' ', '\t', ':', '\0', 'a', '/', '\x7f', '\xe4')
  fc.assert(
    fc.property(fc.nat(whole.length - 1), bytes, fc.constantFrom(0, 1), (at, byte, drop) => {
      const found = recognise(whole.slice(0, at) + byte + whole.slice(at + drop))
      // What is still recognised has the same frame: one request line, three lines, one end.
      if (found) expect(found.path).toMatch(/^\/[\x21-\x7e]*$/)
      if (found && byte !== '\r' && byte !== '\n') expect(found.requestId ?? '').toMatch(/^[\x20-\x7e\t]*$/)
      if (byte === '\r' || byte === '\n' || byte === '\0' || byte > '\x7e') {
        const unchanged = whole.slice(0, at) + byte + whole.slice(at + drop) === whole
        expect(found === undefined || unchanged).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
