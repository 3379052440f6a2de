import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { readText } from './read-text.ts'
import type { TextAnswer, TextRequest } from './text-requests.ts'

parentPort?.on('message', async (request: TextRequest) => {
  const answer = await readText(request).then(
    (value): ThreadAnswer<TextAnswer> => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})
