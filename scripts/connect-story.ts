import { AtriumError } from '@atrium/sdk'
import { playConnectStory } from './connect/play-connect-story.ts'

// Connecting and publishing against a running platform with its sandbox: `npm run connect-story -- [url]`
const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'

try {
  console.log(`Accounts and posts at ${baseUrl}`)
  await playConnectStory(baseUrl, console.log)
  console.log('All of it works.')
} catch (error) {
  if (error instanceof AtriumError) {
    console.error(
      `${error.code}: ${error.message} ${JSON.stringify(error.errors)} (request ${error.requestId})`,
    )
  } else console.error(error)
  process.exit(1)
}
