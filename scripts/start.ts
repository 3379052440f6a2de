import { fileURLToPath } from 'node:url'
import { parseStartArguments, usage } from './start/arguments.ts'
import { givenEnvironment } from './start/environment.ts'
import { runPlatform } from './start/run-platform.ts'
import { createUndoStack } from './start/undo-stack.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const complain = (line: string) => void process.stderr.write(`atrium: ${line}\n`)
const undo = createUndoStack(complain)

let ending: { readonly since: number } | undefined

/**
 * Stops everything and exits. A second request does not wait, unless it is an echo of the first one
 * through npm.
 */
async function end(code: number, reason?: string): Promise<void> {
  if (ending !== undefined) {
    // Servers and service processes exit by themselves after this process.
    if (code === 0 && Date.now() - ending.since > 1_000) process.exit(130)
    return
  }
  ending = { since: Date.now() }
  if (reason !== undefined) complain(reason)
  else process.stdout.write('\nStopping …\n')
  await undo.unwind()
  process.exit(code)
}

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Returns one line for an uncaught error and where it happened. */
function crash(error: unknown): string {
  const place =
    error instanceof Error
      ? error.stack?.split('\n').find((line) => /^\s+at /.test(line))
      : undefined
  return `crashed: ${String(error)}${place === undefined ? '' : ` ${place.trim()}`}`
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
process.on('disconnect', () => void end(0))
process.on('uncaughtException', (error) => void end(1, crash(error)))
process.on('unhandledRejection', (error) => void end(1, crash(error)))

try {
  const options = parseStartArguments(process.argv.slice(2))
  if (options === undefined) {
    console.log(usage)
    process.exit(0)
  }
  const given = await givenEnvironment(root, process.env)
  const lines = await runPlatform({
    ...options,
    root,
    given,
    undo,
    fail: (reason) => void end(1, reason),
  })
  const seconds = (performance.now() / 1000).toFixed(1)
  console.log(
    ['', `Atrium is ready (${seconds} s).`, '', ...lines, '', 'Ctrl-C stops everything.', ''].join(
      '\n',
    ),
  )
} catch (error) {
  await end(1, explain(error))
}
