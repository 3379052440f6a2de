/** The body of an answer as the reference shows it; a binary body is left out, of an event stream stands the first event. */
export async function readAnswer(response: Response): Promise<{ contentType?: string; body?: unknown }> {
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim()
  if (contentType === undefined || response.body === null) {
    await response.body?.cancel()
    return {}
  }
  if (contentType === 'text/event-stream') return { contentType, body: await firstEvent(response.body) }
  if (contentType.endsWith('json')) {
    const text = await response.text()
    return text === '' ? {} : { contentType, body: JSON.parse(text) as unknown }
  }
  if (contentType.startsWith('text/') || contentType.endsWith('lines') || contentType.endsWith('ndjson')) {
    return { contentType, body: await response.text() }
  }
  await response.arrayBuffer()
  return { contentType }
}

/** The first event of a stream with data; the stream is left. */
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
