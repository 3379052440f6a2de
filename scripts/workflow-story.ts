import { runStory } from './stories/run-story.ts'
import { playWorkflowStory } from './workflow/play-workflow-story.ts'

// Plays a workflow's life against a running platform: `npm run workflow-story -- [url]`. It takes
// up to a minute.
await runStory('A workflow', (baseUrl, say) => playWorkflowStory(baseUrl, say, { withCron: true }))
