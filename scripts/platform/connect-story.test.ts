import { type Sandbox, startSandbox } from '@atrium/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playConnectStory } from '../connect/play-connect-story.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let sandbox: Sandbox
let platform: TestPlatform
beforeAll(async () => {
  sandbox = await startSandbox()
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port))
  platform = await startTestPlatform({
    ...(variables as Record<string, string>),
    PAGENET_MANAGE_COMMENTS: 'true',
  })
})
afterAll(async () => {
  await platform?.stop()
  await sandbox?.stop()
})

test('accounts are connected on their consent pages, posts are published, refused, and sent after a reconnect', async () => {
  const lines: string[] = []
  await playConnectStory(platform.baseUrl, (line) => void lines.push(line))
  expect(lines.length).toBeGreaterThan(12)
}, 60_000)
