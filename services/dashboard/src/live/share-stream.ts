import type { LiveChange } from '@atrium/sdk'

/** A page's part of the one event stream that all tabs of a browser share. */
export interface SharedStream {
  /** The name that pages with the same events have in common. */
  readonly name: string
  /** Absent where the page has no secure context: it then reads a stream of its own. */
  readonly locks: LockManager | undefined
  /** Opens the stream, after the last event that a page of this browser has seen. */
  readonly watch: (options: {
    signal: AbortSignal
    lastEventId: string | undefined
  }) => AsyncIterable<LiveChange>
  readonly onChange: (change: LiveChange) => void
  /** Calls back when the person turns to this page; answers a function that ends it. */
  readonly onTurnedTo: (listener: () => void) => () => void
  readonly signal: AbortSignal
  /** Milliseconds that the page with the stream has for an answer. */
  readonly answerMs?: number
}

const answerMs = 3_000

/**
 * Follows a stream that one tab holds and passes on: without HTTP/2 six streams would take all connections. The tab that
 * the person turns to takes it over, since browsers suspend those in the background. Throws as `watch` does.
 */
export async function shareStream(shared: SharedStream): Promise<void> {
  const { name, locks, watch, onChange, signal } = shared
  if (locks === undefined) {
    for await (const change of watch({ signal, lastEventId: undefined })) onChange(change)
    return
  }
  const channel = new BroadcastChannel(name)
  let lastEventId: string | undefined
  let isLeading = false
  /** The state of the stream, here or in the page that holds it. */
  let state: 'open' | 'lost' | undefined
  let isHeard = false
  let wantsNow = false
  let turn = new AbortController()
  const take = (change: LiveChange) => {
    if (change.kind === 'event') lastEventId = change.event.id
    if (change.kind === 'open' || change.kind === 'lost') state = change.kind
    onChange(change)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveChange | { kind: 'hello' }>) => {
    if (data.kind !== 'hello') {
      isHeard = true
      if (!isLeading) take(data)
    } else if (isLeading && state !== undefined) channel.postMessage({ kind: state })
  }
  const takeOver = () => {
    if (isLeading) return
    wantsNow = true
    turn.abort()
  }
  async function lead(until: AbortSignal): Promise<void> {
    isLeading = true
    const tell = (change: LiveChange) => {
      take(change)
      channel.postMessage(change)
    }
    // Without an event that was seen, the stream cannot go on where the former page left it.
    let hasGap = state !== undefined && lastEventId === undefined
    try {
      for await (const change of watch({ signal: until, lastEventId })) {
        if (until.aborted) return
        tell(change)
        if (hasGap && change.kind === 'open') tell({ kind: 'resync' })
        if (change.kind === 'open') hasGap = false
      }
    } finally {
      isLeading = false
    }
  }
  const leave = shared.onTurnedTo(takeOver)
  const silence = setTimeout(() => isHeard || takeOver(), shared.answerMs ?? answerMs)
  channel.postMessage({ kind: 'hello' })
  try {
    while (!signal.aborted) {
      turn = new AbortController()
      const until = AbortSignal.any([signal, turn.signal])
      const how: LockOptions = wantsNow ? { steal: true } : { signal: until }
      wantsNow = false
      await locks
        .request(name, how, () => lead(until))
        .catch((error: unknown) => {
          // Another page has taken the stream over, or this one has stopped waiting.
          turn.abort()
          if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        })
    }
  } finally {
    clearTimeout(silence)
    leave()
    channel.close()
  }
}
