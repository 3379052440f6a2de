import { AtriumError } from '@atrium/sdk'
import { playWorkflowStory } from './workflow/play-workflow-story.ts'

// A workflow's life against a running platform: `npm run workflow-story -- [url]`; takes up to a minute.
const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'

try {
  console.log(`A workflow at ${baseUrl}`)
  await playWorkflowStory(baseUrl, console.log, { withCron: true })
  console.log('All of it works.')
} catch (error) {
  if (error instanceof AtriumError) {
    console.error(
      `${error.code}: ${error.message} ${JSON.stringify(error.errors)} (request ${error.requestId})`,
    )
  } else console.error(error)
  process.exit(1)
}
