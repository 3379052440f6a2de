import { AtriumError } from '@atrium/sdk'

/**
 * Plays a story against a running platform (`[url]` or `API_URL`). Exits with code 1 if the story
 * fails.
 */
export async function runStory(
  title: string,
  play: (baseUrl: string, say: (line: string) => void) => Promise<void>,
): Promise<void> {
  const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'
  try {
    console.log(`${title} at ${baseUrl}`)
    await play(baseUrl, console.log)
    console.log('All of it works.')
  } catch (error) {
    if (error instanceof AtriumError) {
      const errors = JSON.stringify(error.errors)
      console.error(`${error.code}: ${error.message} ${errors} (request ${error.requestId})`)
    } else console.error(error)
    process.exitCode = 1
  }
}
