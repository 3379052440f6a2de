import { playNewcomer } from './newcomer/play-newcomer.ts'
import { runStory } from './stories/run-story.ts'

// Plays a newcomer's first minutes against a running platform: `npm run newcomer -- [url]`.
await runStory('A newcomer', playNewcomer)
