import { afterEach, expect, test } from 'vitest'
import { aDocument, aLineOf } from '../../test/documents.ts'
import { createDocumentRenderer, type DocumentRenderer } from './document-renderer.ts'

let renderer: DocumentRenderer
afterEach(() => renderer.stop())

const lineItems = Array.from({ length: 500 }, (_, n) => aLineOf(`Zażółć gęślą jaźń ${n}`, 100))

test('the event loop is free while a document of 500 lines is drawn', async () => {
  renderer = createDocumentRenderer()
  const delay = { longest: 0, last: performance.now() }
  const timer = setInterval(() => {
    const at = performance.now()
    delay.longest = Math.max(delay.longest, at - delay.last)
    delay.last = at
  }, 1)
  const began = performance.now()
  const pdf = await renderer.pdf('org_1', aDocument({ invoice: { lineItems } }))
  const took = performance.now() - began
  clearInterval(timer)
  expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-')
  // Drawn on the event loop, the longest pause would be nearly all of it.
  expect(delay.longest).toBeLessThan(took / 2)
})

test('a document that takes too long fails alone, and the next one is drawn', async () => {
  renderer = createDocumentRenderer(1)
  await expect(renderer.pdf('org_1', aDocument({ invoice: { lineItems } }))).rejects.toThrow('takes too long')
  await renderer.stop()
  renderer = createDocumentRenderer()
  const [first, second] = await Promise.all([
    renderer.pdf('org_1', { ...aDocument(), language: 'xx' as never }).catch((error: Error) => error),
    renderer.pdf('org_2', aDocument()),
  ])
  expect(first).toBeInstanceOf(Error)
  expect(second).toBeInstanceOf(Uint8Array)
})

test('documents beyond the queue are refused at once, but the first one of an organisation is drawn', async () => {
  renderer = createDocumentRenderer(undefined, { all: 4, lane: 2 })
  // One is being drawn; the queue takes two of an organisation and four of all, and the first one of each.
  const orgs = ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'c']
  const answers = await Promise.all(
    orgs.map((org) =>
      renderer.pdf(org, aDocument()).then(
        () => 'drawn',
        (error: { code?: string; details?: object }) => ({ code: error.code, ...error.details }),
      ),
    ),
  )
  const refused = (code: string) => ({ code, retryAfterSeconds: expect.any(Number) })
  expect(answers).toEqual([
    ...[
      'drawn',
      'drawn',
      'drawn',
      refused('rate_limited'),
      'drawn',
      'drawn',
      'drawn',
      refused('unavailable'),
    ],
  ])
  expect(await renderer.pdf('a', aDocument())).toBeInstanceOf(Uint8Array)
})
