import { afterAll, beforeAll, expect, test } from 'vitest'
import { playWorkflowStory } from '../workflow/play-workflow-story.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

test('a workflow is drawn, activated, fired by hand and by an event, watched and read back', async () => {
  const said: string[] = []
  await playWorkflowStory(platform.baseUrl, (line) => said.push(line))
  expect(said.length).toBeGreaterThan(8)
}, 60_000)
