import { AtriumError, type Transport } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { followAgentRun } from './follow-agent-run.ts'

const refusal = (status: number, code: string) => new AtriumError({ status, code, message: code })

test('reports each failed attempt, and stops when a refusal is final', async () => {
  const refusals = [
    refusal(503, 'unavailable'),
    refusal(404, 'transcript_gone'),
    refusal(500, 'internal'),
  ]
  let asked = 0
  const transport: Pick<Transport, 'request'> = {
    request: async () => {
      throw refusals[asked++]
    },
  }
  const failures: unknown[] = []
  const nothing = () => undefined
  const reader = {
    run: nothing,
    entries: nothing,
    failed: (error: unknown) => void failures.push(error),
  }
  await followAgentRun(transport, 'arun_1', reader, {
    signal: new AbortController().signal,
    pauseMs: 0,
  })
  expect([failures, asked]).toEqual([refusals.slice(0, 2), 2])
})
