import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardedFetch } from '@atrium/outbound-guard'
import pLimit from 'p-limit'
import { connectDevtools, type Devtools } from './devtools.ts'
import type { RenderPage } from './page-reader.ts'

const atOnce = 2
const longestMs = 20_000
const scriptsMs = 10_000
/** A page is ready if it has made no request for this time after its `load` event. */
const quietMs = 500
const pollMs = 50
const most = { requests: 200, bytes: 5_000_000, allBytes: 30_000_000, markup: 5_000_000 } as const
/** If the browser did not respond, pages are read without a browser for this time. */
const awayMs = 30_000

/** Requests for these resource types may change the page text. */
const wanted: ReadonlySet<unknown> = new Set(['Document', 'Script', 'XHR', 'Fetch'])
const passed = [
  'content-type',
  'location',
  'access-control-allow-origin',
  'access-control-allow-credentials',
]
// A page has no network access of its own. If the guard does not handle a request, the request ends
// at a closed port.
const nowhere = { proxyServer: 'http://127.0.0.1:1', proxyBypassList: '<-loopback>' }
const withoutPeers =
  'for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete globalThis[name]'
const readMarkup = `({ html: document.documentElement.outerHTML.slice(0, ${most.markup}), url: location.href })`

interface Paused {
  requestId: string
  resourceType: string
  request: { url: string; method: string; headers: Readonly<Record<string, string>> }
}

/**
 * Renders each page in its own browser context. The guard handles every request, and the page has
 * no other way to the network.
 */
export function createPageBrowser(endpoint: string, guard: GuardedFetch): RenderPage {
  const limit = pLimit(atOnce)
  let awayUntil = 0
  return (url, signal) =>
    limit(async () => {
      if (signal.aborted || performance.now() < awayUntil) return undefined
      const devtools = await connectDevtools(endpoint).catch(() => undefined)
      if (devtools === undefined) {
        awayUntil = performance.now() + awayMs
        return undefined
      }
      const ends = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
      const close = () => devtools.close()
      ends.addEventListener('abort', close)
      try {
        return await render(devtools, url, guard, ends)
      } catch {
        // The caller falls back to the page as it was fetched.
        return undefined
      } finally {
        ends.removeEventListener('abort', close)
        // Closing the connection also disposes the context.
        close()
      }
    })
}

async function render(devtools: Devtools, url: string, guard: GuardedFetch, signal: AbortSignal) {
  const { browserContextId } = await devtools.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    ...nowhere,
  })
  await devtools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await devtools.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params?: Readonly<Record<string, unknown>>) =>
    devtools.send(method, params, String(sessionId))
  const answers = guardedAnswers(send, guard, signal)
  let loaded = false
  devtools.onEvent((method, params) => {
    if (method === 'Page.loadEventFired') loaded = true
    // An open dialog would stop the scripts.
    else if (method === 'Page.javascriptDialogOpening')
      void send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
    else if (method === 'Fetch.requestPaused') void answers.answer(params as unknown as Paused)
  })
  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: withoutPeers })
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  const { frameId } = await send('Page.navigate', { url })
  const until = performance.now() + scriptsMs
  while (performance.now() < until && !(loaded && answers.quietFor() >= quietMs)) {
    await sleep(pollMs, undefined, { signal })
  }
  // The page's scripts cannot change what is read in an isolated world.
  const { executionContextId: contextId } = await send('Page.createIsolatedWorld', { frameId })
  const { result } = await send('Runtime.evaluate', {
    expression: readMarkup,
    contextId,
    returnByValue: true,
  })
  const { html, url: address } = (result as { value: { html: string; url: string } }).value
  return { html, url: /^https?:/i.test(address) ? address : url }
}

function guardedAnswers(
  send: (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>,
  guard: GuardedFetch,
  signal: AbortSignal,
) {
  let requests = 0
  let bytes = 0
  let open = 0
  let lastAt = performance.now()
  const fulfil = async ({
    requestId,
    request: { url, method, headers },
  }: Paused): Promise<void> => {
    const answer = await guard.fetch(url, {
      method,
      headers: {
        accept: headers['Accept'] ?? '*/*',
        'accept-language': 'en,*;q=0.5',
        'user-agent': 'Mozilla/5.0 (compatible; Atrium/1.0)',
      },
      maxBytes: most.bytes,
      redirects: 0,
      signal,
    })
    const body = await answer.bytes()
    bytes += body.byteLength
    await send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: passed.flatMap((name) => {
        const value = answer.headers[name]
        return value === undefined ? [] : [{ name, value }]
      }),
      body: Buffer.from(body).toString('base64'),
    })
  }
  return {
    async answer(paused: Paused): Promise<void> {
      const { requestId, resourceType, request } = paused
      requests += 1
      open += 1
      const admitted =
        wanted.has(resourceType) &&
        (request.method === 'GET' || request.method === 'HEAD') &&
        requests <= most.requests &&
        bytes < most.allBytes
      const refuse = () => send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      await (admitted ? fulfil(paused).catch(refuse) : refuse()).catch(() => {})
      open -= 1
      lastAt = performance.now()
    },
    quietFor: (): number => (open > 0 ? 0 : performance.now() - lastAt),
  }
}
