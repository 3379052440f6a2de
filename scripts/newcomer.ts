import { AtriumError } from '@atrium/sdk'
import { playNewcomer } from './newcomer/play-newcomer.ts'

// A newcomer's first minutes against a running platform: `npm run newcomer [-- url]`.
const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'

try {
  console.log(`A newcomer at ${baseUrl}`)
  await playNewcomer(baseUrl, console.log)
  console.log('All of it works.')
} catch (error) {
  if (error instanceof AtriumError)
    console.error(`${error.code}: ${error.message} (request ${error.requestId})`)
  else console.error(error)
  process.exit(1)
}
