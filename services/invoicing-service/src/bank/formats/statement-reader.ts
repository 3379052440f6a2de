import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import {
  bankErrors,
  commonErrors,
  maxStatementBytes,
  type StatementMapping,
} from '@atrium/contracts'
import { createThreadedLanes } from '@atrium/service-kit'
import type { ReadStatement } from './read-statement.ts'
import type { StatementPlace, StatementRow } from './statement-row.ts'

export interface StatementRequest {
  /** The uploaded file. */
  path: string
  /** Receives the rows, one JSON object a line. */
  rowsPath: string
  mapping: StatementMapping | null
  longest: number
}
export type StatementResult = ReadStatement | { problem: StatementPlace & { message: string } }

const longestMs = 60_000
const mostWaiting = { all: 40, lane: 4 }
const retryAfterSeconds = 5

/**
 * Creates a reader for bank statements. One worker thread reads one file at a time, taking
 * organisations in turn. If a file exhausts memory or time, only that file fails.
 */
export function createStatementReader(limitMs: number = longestMs) {
  const thread = createThreadedLanes<StatementRequest, StatementResult>({
    // In a bundle the thread is a separate file with the bundle's extension.
    file: new URL(`./statement-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: limitMs,
    heap: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    reasons: {
      memory: 'The file is too large to read. Export a shorter period.',
      time: 'The file takes too long to read. Export a shorter period.',
      lost: 'The file could not be read. Try again.',
    },
    error: (reason) => bankErrors.statement_unreadable({ message: reason }),
    most: {
      ...mostWaiting,
      error: (full) =>
        full === 'lane'
          ? commonErrors.rate_limited({
              message:
                'Your organisation is importing too many files at once. Try again in a moment.',
              details: { retryAfterSeconds },
            })
          : commonErrors.unavailable({
              message: 'Too many files are being imported at once. Try again in a moment.',
              details: { retryAfterSeconds },
            }),
    },
  })
  return {
    /** Writes a file's rows to `rowsPath`. Throws `statement_unreadable` (422). */
    async read(orgId: string, request: Omit<StatementRequest, 'longest'>): Promise<ReadStatement> {
      const result = await thread.run(orgId, { ...request, longest: maxStatementBytes })
      if (!('problem' in result)) return result
      const { message, line, element } = result.problem
      const at = line === undefined ? '' : `Line ${line}: `
      const detail = `${at}${message}${element === undefined ? '' : ` (${element})`}`
      throw bankErrors.statement_unreadable({
        message: detail,
        details: { errors: [{ path: 'file', message: detail }] },
      })
    },
    stop: thread.stop,
  }
}

export type StatementReader = ReturnType<typeof createStatementReader>

/** Yields a file's rows in batches. */
export async function* readRows(rowsPath: string, size: number): AsyncGenerator<StatementRow[]> {
  let batch: StatementRow[] = []
  for await (const line of createInterface({ input: createReadStream(rowsPath) })) {
    batch.push(JSON.parse(line) as StatementRow)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
