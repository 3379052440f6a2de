import { parseArgs } from 'node:util'

interface Given {
  readonly say: (line: string) => void
  readonly words: readonly string[]
  /** True to keep the logs of the services, because of `--keep-logs`. */
  readonly keepsLogs: boolean
}

/**
 * Runs a command with its arguments and prints the problems that it returns. Ends the process, with 1
 * if there is a problem or an error.
 */
export async function runPlay(play: (given: Given) => Promise<string[]>): Promise<never> {
  try {
    const { values, positionals: words } = parseArgs({
      allowPositionals: true,
      options: { 'keep-logs': { type: 'boolean', default: false } },
    })
    const problems = await play({ say: console.log, words, keepsLogs: values['keep-logs'] })
    for (const problem of problems) console.error(`problem: ${problem}`)
    if (problems.length === 0) console.log('\nThe tally balances.')
    process.exit(problems.length === 0 ? 0 : 1)
  } catch (error) {
    console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}
