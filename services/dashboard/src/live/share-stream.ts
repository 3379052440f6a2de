import type { LiveChange } from '@atrium/sdk'

/** A page's part of the browser's shared event stream. */
export interface SharedStream {
  /** The stream's name. Pages with equal events share it. */
  readonly name: string
  /** Undefined if the page has no secure context. The page then opens its own stream. */
  readonly locks: LockManager | undefined
  /** Opens the stream after the last event seen by a page of this browser. */
  readonly watch: (options: {
    signal: AbortSignal
    lastEventId: string | undefined
  }) => AsyncIterable<LiveChange>
  readonly onChange: (change: LiveChange) => void
  /**
   * Calls the listener when the user turns to this page. Returns a function that removes the
   * listener.
   */
  readonly onTurnedTo: (listener: () => void) => () => void
  readonly signal: AbortSignal
  /** The response timeout of the page with the stream, in milliseconds. */
  readonly answerMs?: number
}

const answerMs = 3_000

/**
 * Follows the stream. One tab holds the stream and passes its events on. Without HTTP/2, six
 * separate streams would use up all connections. When the user turns to a tab, it takes the stream
 * over, because browsers suspend background tabs. Throws what `watch` throws.
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
  /** The stream's state, on this page or on the page with the stream. */
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
    // If no event was seen yet, the stream cannot continue where the previous page stopped.
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
          // Another page has taken the stream over, or this page has stopped waiting.
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
