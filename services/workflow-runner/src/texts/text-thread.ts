import { parentPort } from 'node:worker_threads'
import { readText } from './read-text.ts'
import type { TextAnswer, TextRequest } from './text-requests.ts'

// The worker thread of `text-reader.ts`.
parentPort?.on('message', async (request: TextRequest) => {
  const started = performance.now()
  const answer = await readText(request).then(
    (text): TextAnswer => ({ text, millis: performance.now() - started }),
    (error: unknown): TextAnswer => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})
