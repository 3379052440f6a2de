import { AtriumError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { followRun } from './follow-run.ts'

const run = { id: 'run_1', workflowId: 'workflow_1' }
const frame = (status: string) => `event: run\ndata: ${JSON.stringify({ ...run, status })}\n\n`

/**
 * Builds a platform that gives its nth response to the nth connection, and the last one to all
 * later connections.
 */
function platformWith(...answers: readonly (number | string)[]) {
  let asked = 0
  const request = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? ''
    asked += 1
    if (typeof answer === 'string') return new Response(answer)
    throw new AtriumError({ status: answer, code: 'refused', message: 'Refused' })
  }
  return { request, asked: () => asked }
}

const follow = async (platform: ReturnType<typeof platformWith>) => {
  const shown: unknown[] = []
  const { signal } = new AbortController()
  const again = await followRun(
    platform,
    run,
    ({ data }) => shown.push((data as typeof run & { status: string }).status),
    {
      signal,
      pauseMs: 1,
    },
  )
  return { again, shown, asked: platform.asked() }
}

test.each([401, 403, 404])('stops if the platform refuses the stream with %d', async (status) => {
  expect(await follow(platformWith(frame('running'), status))).toEqual({
    again: true,
    shown: ['running'],
    asked: 2,
  })
})

test('reconnects when the stream is lost, until the run has ended', async () => {
  const platform = platformWith(503, frame('running'), frame('completed'))
  expect(await follow(platform)).toEqual({ again: true, shown: ['running', 'completed'], asked: 3 })
})

test('opens no stream if the page was left', async () => {
  const platform = platformWith(frame('completed'))
  expect(await followRun(platform, run, () => {}, { signal: AbortSignal.abort() })).toBe(false)
  expect(platform.asked()).toBe(0)
})
