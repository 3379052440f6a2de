import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { aDocument, buildLine } from '../../test/documents.ts'
import { createDocumentRenderer, type DocumentRenderer } from './document-renderer.ts'

let renderer: DocumentRenderer
afterEach(() => renderer.stop())

const lineItems = Array.from({ length: 500 }, (_, n) => buildLine(`Zażółć gęślą jaźń ${n}`, 100))

test('keeps the event loop free while a document of 500 lines is rendered', async () => {
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
  // If the event loop rendered it, the longest pause would be nearly the whole time.
  expect(delay.longest).toBeLessThan(took / 2)
})

test('fails only the document that takes too long and renders the next one', async () => {
  renderer = createDocumentRenderer(1)
  await expect(renderer.pdf('org_1', aDocument({ invoice: { lineItems } }))).rejects.toThrow(
    'took too long',
  )
  await renderer.stop()
  renderer = createDocumentRenderer()
  const [first, second] = await Promise.all([
    renderer
      .pdf('org_1', { ...aDocument(), language: 'xx' as never })
      .catch((error: Error) => error),
    renderer.pdf('org_2', aDocument()),
  ])
  expect(first).toBeInstanceOf(Error)
  expect(second).toBeInstanceOf(Uint8Array)
})

test('refuses documents at once if the queue is full, but renders the first one of an organisation', async () => {
  renderer = createDocumentRenderer(undefined, { all: 4, lane: 2 })
  // One document is rendering. The queue takes two per organisation and four in all, plus the first
  // of each organisation.
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
    'drawn',
    'drawn',
    'drawn',
    refused('rate_limited'),
    'drawn',
    'drawn',
    'drawn',
    refused('unavailable'),
  ])
  expect(await renderer.pdf('a', aDocument())).toBeInstanceOf(Uint8Array)
})

test('warms up in every language and renders in the same thread afterwards', async () => {
  renderer = createDocumentRenderer()
  await renderer.warmUp()
  expect(await renderer.pdf('org_1', aDocument())).toBeInstanceOf(Uint8Array)
})

test('ends a warm-up when the service stops', async () => {
  renderer = createDocumentRenderer()
  const warming = renderer.warmUp().catch((error: Error) => error)
  await renderer.stop()
  expect(await warming).toBeInstanceOf(Error)
})

test('loads no schemas into the thread, because they take more memory than the fonts', async () => {
  const program = `const { registerHooks } = require('node:module')
    const urls = []
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        urls.push(found.url)
        return found
      },
    })
    import(${JSON.stringify(new URL('./document-thread.ts', import.meta.url).href)}).then(() => {
      require('node:worker_threads').parentPort.postMessage(urls)
    })`
  const thread = new Worker(program, { eval: true })
  const [urls] = (await once(thread, 'message')) as [string[]]
  await thread.terminate()
  expect(urls.some((url) => url.includes('/invoice-pdf.ts'))).toBe(true)
  expect(urls.filter((url) => url.includes('/zod/'))).toEqual([])
})
