import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundary, buildForm, filePart, formType } from '../../test/forms.ts'
import { type Harness, startHarness } from '../../test/harness.ts'
import { buildPng, samples } from '../../test/media-samples.ts'

let harness: Harness
const orgId = newId('org')
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

/** Sends exactly these body bytes over a new connection, and returns the response status. */
async function readStatus(body: Buffer, contentType = formType): Promise<number> {
  const headers = {
    // A principal token lives for a minute, and these tests may take longer.
    ...(await harness.as(orgId)),
    'content-type': contentType,
    'content-length': body.length,
    connection: 'close',
  }
  const answer = await harness.send('POST', '/api/assets', headers, body)
  if (answer.status >= 400) expect(answer.headers['content-type']).toBe('application/problem+json')
  return answer.status
}

const file = buildPng(300)
const whole = buildForm(filePart(file), { name: 'visibility', body: 'priv' }).body
/** The most form fields. */
const fields = [
  { name: 'visibility', body: 'priv' },
  { name: 'keepMetadata', body: 'false' },
  { name: 'name', body: 'Harbour' },
]
const fine = [201, 400, 413, 415]

describe('hostile multipart bodies', () => {
  it('responds if the body is cut at any byte, and leaves nothing', async () => {
    const before = await sumStored(harness.deps.store, orgId)
    for (let cut = 0; cut < whole.length - 4; cut++) {
      expect([400, 415], `cut at ${cut}`).toContain(await readStatus(whole.subarray(0, cut)))
    }
    expect(await sumStored(harness.deps.store, orgId)).toEqual(before)
    expect(await harness.leftovers()).toEqual([])
  })

  it('responds if framing bytes are changed, dropped or doubled', async () => {
    const change = fc.record({
      at: fc.nat(whole.length),
      drop: fc.nat(40),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom(
            `\r\n--${boundary}\r\n`,
            `\r\n--${boundary}--\r\n`,
            `--${boundary}`,
            '\r\n\r\n',
            '\r\n',
            '\n',
            '\0',
            'Content-Disposition: form-data; name="file"\r\n',
            'Content-Disposition: form-data; name="file"; filename="\r\n',
            'Content-Type: multipart/mixed; boundary=inner\r\n',
            'Content-Transfer-Encoding: base64\r\n',
          )
          .map((text) => Buffer.from(text)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let body = whole
        for (const { at, drop, put } of changes) {
          body = Buffer.concat([body.subarray(0, at), put, body.subarray(at + drop)])
        }
        expect(fine).toContain(await readStatus(body))
      }),
      { numRuns: 1500 },
    )
    await eventually(async () => expect(await harness.leftovers()).toEqual([]))
  })

  it('responds if the body is no form at all', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(fc.constantFrom('\r\n', '--', boundary, 'file', '"', ';', ':', 'name=', '\0', ' '), {
          maxLength: 60,
        })
        .map((words) => Buffer.from(words.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        expect(fine).toContain(await readStatus(bytes))
      }),
      { numRuns: 600 },
    )
  })

  it('responds to any content type', async () => {
    const words = fc.constantFrom(
      'multipart/form-data',
      'boundary=',
      boundary,
      ';',
      ' ',
      '"',
      ',',
      "UTF-8''",
      'x'.repeat(300),
      '%00',
      'charset=utf-7',
    )
    const type = fc.array(words, { minLength: 1, maxLength: 8 }).map((list) => list.join(''))
    await fc.assert(
      fc.asyncProperty(type, async (contentType) => {
        expect(fine).toContain(await readStatus(whole, contentType))
      }),
      { numRuns: 400 },
    )
  })

  it.each<[string, () => Buffer, number[]]>([
    [
      'a part header of a megabyte',
      () =>
        Buffer.concat([
          Buffer.from(`--${boundary}\r\nX: ${'y'.repeat(1_000_000)}\r\n`),
          whole.subarray(boundary.length + 4),
        ]),
      [201, 400],
    ],
    [
      'ten thousand part headers',
      () =>
        Buffer.concat([
          Buffer.from(`--${boundary}\r\n${'X: y\r\n'.repeat(10_000)}`),
          whole.subarray(boundary.length + 4),
        ]),
      [201, 400],
    ],
    [
      'a field name of a megabyte',
      () => buildForm({ name: 'n'.repeat(1_000_000), body: '' }, filePart(file)).body,
      [400],
    ],
    [
      'ten thousand parts',
      () =>
        buildForm(...Array.from({ length: 10_000 }, () => ({ name: 'visibility', body: 'pub' })))
          .body,
      [400],
    ],
    [
      'a nested form',
      () => buildForm(filePart(buildForm(filePart(file), ...fields).body)).body,
      [400, 415],
    ],
    [
      'a preamble and an epilogue',
      () => Buffer.concat([Buffer.from('hello\r\n'), whole, Buffer.from('bye')]),
      [201, 400],
    ],
    [
      'a megabyte of preamble',
      () => Buffer.concat([Buffer.alloc(1_000_000, 'x'), Buffer.from('\r\n'), whole]),
      [201, 400],
    ],
    ['only the closing boundary', () => Buffer.from(`--${boundary}--\r\n`), [400]],
    ['nothing', () => Buffer.alloc(0), [400]],
  ])('responds if the body is %s', async (_, body, expected) => {
    expect(expected).toContain(await readStatus(body()))
    expect(await harness.leftovers()).toEqual([])
  })

  it('rejects a file of any kind if it is cut in its header', async () => {
    for (const sample of Object.values(samples)) {
      for (let cut = 0; cut < 30; cut++) {
        expect(await readStatus(buildForm(filePart(sample.subarray(0, cut))).body)).toBe(415)
      }
    }
  })

  it('times out if the body stops in the middle', async () => {
    const quick = await startHarness({ stallTimeoutMs: 300 })
    const headers = {
      ...(await quick.as(orgId)),
      'content-type': formType,
      'content-length': whole.length,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(quick.port, '127.0.0.1')
    socket.write(`POST /api/assets HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`)
    socket.write(whole.subarray(0, 200))
    const text = Buffer.concat(await socket.toArray()).toString()
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(await quick.leftovers()).toEqual([])
    await quick.stop()
  })

  it('writes nothing outside the store', async () => {
    const names = execFileSync('find', [harness.directory, '-type', 'f', '-printf', '%P\n'], {
      encoding: 'utf8',
    })
    for (const name of names.split('\n').filter(Boolean))
      expect(name).toMatch(new RegExp(`^${orgId}/(pub|priv)/[0-9a-f-]{36}\\.[a-z0-9]+$`))
  })
})
