import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedFetch } from '@atrium/outbound-guard'
import { findBrowser } from '@atrium/testkit/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articlePage, sentence, startWeb } from '../../test/web.ts'
import { createTextReader } from '../texts/text-reader.ts'
import { createPageBrowser } from './page-browser.ts'
import { createPageExtraction } from './page-extraction.ts'
import { createPageReader } from './page-reader.ts'

const browser = await findBrowser(process.env)
const guard = createGuardedFetch('loopback')
const signal = new AbortController().signal

/** Returns a local address on which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

it('returns undefined if no browser responds', async () => {
  const render = createPageBrowser(await closedAddress(), guard)
  expect(await render('http://127.0.0.1/', signal)).toBeUndefined()
})

describe.skipIf(browser === undefined)('page browser', () => {
  let chrome: ChildProcess
  let folder: string
  let endpoint: string
  let web: Awaited<ReturnType<typeof startWeb>>
  const inside: string[] = []
  const insideServer = createServer((socket) => {
    inside.push('connected')
    socket.destroy()
  })

  beforeAll(async () => {
    web = await startWeb()
    await new Promise<void>((done) => insideServer.listen(0, '127.0.0.2', done))
    folder = await mkdtemp(join(tmpdir(), 'page-browser-'))
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    chrome = spawn(
      browser?.path ?? '',
      [
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        '--disable-gpu',
        ...root,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    endpoint = await new Promise((resolve, reject) => {
      let text = ''
      chrome.stderr?.on('data', (data: Buffer) => {
        text += data
        const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1]
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      })
      chrome.once('exit', () => reject(new Error(text)))
    })
  })
  afterAll(async () => {
    const ended = new Promise((done) => chrome.once('exit', done))
    chrome.kill()
    await ended
    web.stop()
    insideServer.close()
    await guard.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('reads text that scripts write and sends each request through the guard', async () => {
    const extraction = createPageExtraction()
    const reader = createPageReader(
      guard,
      extraction,
      createTextReader(),
      createPageBrowser(endpoint, guard),
    )
    web.page('/text.json', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text: articlePage('Bread') })),
    )
    web.page('/app.js', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(
          `fetch('/text.json').then((r) => r.json()).then(({ text }) => { document.body.innerHTML = text; document.title = 'Bread' })`,
        ),
    )
    const app = web.page(
      '/app',
      '<title>App</title><div id="root"></div><script src="/app.js"></script>',
    )
    const { title, text, verdict, url } = await reader.read(app, { lane: 'org_1', signal })
    await extraction.stop()
    expect({ title, verdict, url }).toEqual({ title: 'Bread', verdict: null, url: app })
    expect(text).toContain(sentence)
  })

  it('keeps a page away from addresses that the guard rejects', async () => {
    const { port } = insideServer.address() as { port: number }
    const to = `127.0.0.2:${port}`
    const strict = createGuardedFetch('refuse')
    const tries = `
      const done = (name) => () => { document.body.append(name + ' ') }
      fetch('http://${to}/', { mode: 'no-cors' }).catch(done('fetch'))
      new WebSocket('ws://${to}/').onerror = done('socket')
      const image = new Image(); image.onerror = done('image'); image.src = 'http://${to}/i.png'
      const frame = document.createElement('iframe'); frame.src = 'http://${to}/'; document.body.append(frame)
      navigator.sendBeacon('http://${to}/', 'x')
      document.body.append(typeof RTCPeerConnection + ' ')`
    const page = { status: 200, headers: { 'content-type': 'text/html' } }
    const html = `<body><script>${tries}</script></body>`
    const pageAlone: typeof strict = {
      ...strict,
      async fetch(address, request) {
        if (String(address) !== 'http://page.example/') return strict.fetch(address, request)
        const bytes = new TextEncoder().encode(html)
        const body = (async function* () {
          yield bytes
        })()
        return {
          ...page,
          url: new URL(address),
          body,
          bytes: async () => bytes,
          discard: async () => {},
        }
      },
    }
    const rendered = await createPageBrowser(endpoint, pageAlone)('http://page.example/', signal)
    await strict.close()
    for (const name of ['fetch', 'socket', 'image', 'undefined'])
      expect(rendered?.html).toContain(`${name} `)
    expect(inside).toEqual([])
  })

  it('returns undefined if a page never finishes loading', async () => {
    const endless = web.page('/endless', '<script>for (;;) {}</script>')
    expect(
      await createPageBrowser(endpoint, guard)(endless, AbortSignal.timeout(3_000)),
    ).toBeUndefined()
  })
})
