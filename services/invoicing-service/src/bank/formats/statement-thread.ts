import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { readStatement } from './read-statement.ts'
import type { StatementRequest, StatementResult } from './statement-reader.ts'
import { UnreadableStatement } from './statement-row.ts'

const batchLength = 1_000_000

// Runs in the worker thread of `statement-reader.ts`. The rows go into a file, because posting them
// would block the service's event loop.
async function read(request: StatementRequest): Promise<StatementResult> {
  const { path, rowsPath, mapping, longest } = request
  const out = openSync(rowsPath, 'w')
  let batch = ''
  try {
    const result = await readStatement({ bytes: readFileSync(path), mapping, longest }, (row) => {
      batch += `${JSON.stringify(row)}\n`
      if (batch.length < batchLength) return
      writeSync(out, batch)
      batch = ''
    })
    writeSync(out, batch)
    return result
  } catch (error) {
    if (error instanceof UnreadableStatement)
      return { problem: { message: error.message, ...error.place } }
    throw error
  } finally {
    closeSync(out)
  }
}

parentPort?.on('message', async (request: StatementRequest) => {
  const answer = await read(request).then(
    (value): ThreadAnswer<StatementResult> => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})
