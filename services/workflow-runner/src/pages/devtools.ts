type Params = Readonly<Record<string, unknown>>

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: Params
  result?: Params
  error?: { message?: string }
}

export interface Devtools {
  send(method: string, params?: Params, sessionId?: string): Promise<Params>
  onEvent(listener: (method: string, params: Params) => void): void
  close(): void
}

const connectMs = 2_000

/**
 * Connects to a browser's DevTools endpoint within two seconds. Throws if no browser responds. If
 * the connection ends, all calls under way reject.
 */
export async function connectDevtools(endpoint: string): Promise<Devtools> {
  const answer = await fetch(new URL('json/version', `${endpoint.replace(/\/$/, '')}/`), {
    signal: AbortSignal.timeout(connectMs),
    redirect: 'error',
  })
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl?: unknown }
  if (typeof webSocketDebuggerUrl !== 'string') throw new Error('No browser answers')
  const socket = new WebSocket(webSocketDebuggerUrl)
  const waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>()
  let listener: (method: string, params: Params) => void = () => {}
  let last = 0
  const end = (): void => {
    for (const { reject } of waiting.values())
      reject(new Error('The connection to the browser has ended'))
    waiting.clear()
  }
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) {
      listener(message.method ?? '', message.params ?? {})
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) call?.resolve(message.result ?? {})
    else call?.reject(new Error(message.error.message ?? 'The browser refused'))
  })
  socket.addEventListener('close', end)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser does not respond')), connectMs)
    socket.addEventListener('open', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error('The browser does not respond'))
      end()
    })
  })
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(new Error('The connection to the browser has ended'))
          return
        }
        last += 1
        waiting.set(last, { resolve, reject })
        socket.send(
          JSON.stringify({
            id: last,
            method,
            params,
            ...(sessionId === undefined ? {} : { sessionId }),
          }),
        )
      }),
    onEvent(given) {
      listener = given
    },
    close() {
      socket.close()
      end()
    },
  }
}
