import { playConnectStory } from './connect/play-connect-story.ts'
import { runStory } from './stories/run-story.ts'

// Connects accounts and publishes against a running platform with its sandbox: `npm run
// connect-story -- [url]`
await runStory('Accounts and posts', playConnectStory)
