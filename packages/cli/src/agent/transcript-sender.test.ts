import { maxTranscriptText } from '@atrium/contracts'
import { createClient } from '@atrium/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAgentPlatform } from '../../test/agent-platform.ts'
import { createTranscriptSender } from './transcript-sender.ts'

let platform: Awaited<ReturnType<typeof startAgentPlatform>>
beforeEach(async () => {
  platform = await startAgentPlatform()
})
afterEach(() => platform.stop())

test('pauses the source before 16 MB of unsent lines wait and resumes when they are sent', async () => {
  const client = createClient({ baseUrl: platform.url, apiKey: 'atr_secret' })
  const run = platform.queue('x')
  const gone = new AbortController()
  const calls: string[] = []
  const on = {
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    lost: () => void calls.push('lost'),
    full: () => void calls.push('full'),
  }
  const sender = createTranscriptSender(client, run, on, gone.signal)
  const line = 'x'.repeat(maxTranscriptText)
  let count = 0
  for (; count < 1_000 && calls.length === 0; count += 1) sender.add('out', line)
  expect(count * maxTranscriptText * 2).toBeLessThan(16_200_000)
  expect(calls).toEqual(['pause'])
  await sender.end()
  expect(calls).toEqual(['pause', 'resume'])
  expect(run.entries).toHaveLength(count)
})
