interface Answer {
  readonly contentType?: string
  readonly body?: unknown
  readonly location?: string
}

/**
 * Returns a response as the reference shows it. A binary body is left out, and an event stream
 * stops after its first event.
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const location = response.headers.get('location')
  if (location !== null && response.status >= 300) {
    await response.body?.cancel()
    return { location }
  }
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim()
  if (contentType === undefined || response.body === null) {
    await response.body?.cancel()
    return {}
  }
  if (contentType === 'text/event-stream')
    return { contentType, body: await firstEvent(response.body) }
  if (/[/+]json$/.test(contentType)) {
    const text = await response.text()
    return text === '' ? {} : { contentType, body: JSON.parse(text) as unknown }
  }
  if (contentType.startsWith('text/') || /(?:ndjson|\/xml)$/.test(contentType)) {
    return { contentType, body: await response.text() }
  }
  await response.arrayBuffer()
  return { contentType }
}

/** Returns a stream's first event with data and closes the stream. */
async function firstEvent(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n').slice(0, -1)
    const found = events.find((event) => /^data:/m.test(event))
    if (found !== undefined) return `${found}\n\n`
  }
  return text
}
