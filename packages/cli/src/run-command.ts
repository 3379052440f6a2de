import { AppError } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { CommanderError } from 'commander'
import { CommandError, type CommandIo, type CommandResult, exitCodes } from './command.ts'
import { commands } from './commands.ts'
import { type Call, createProgram } from './program.ts'
import { oneLine, shownText } from './shown-text.ts'

/** Runs one command line and returns its exit code (docs/reference/command-line.md). */
export async function runCommand(called: readonly string[], given: CommandIo): Promise<number> {
  const io = withShownText(given)
  const args = called[0] === 'help' ? [...called.slice(1), '--help'] : called
  let call: Call | undefined
  try {
    createProgram(commands, io, (understood) => {
      call = understood
    }).parse(args, { from: 'user' })
    const result = call === undefined ? false : await perform(call, io)
    return typeof result === 'number' ? result : result ? exitCodes.done : exitCodes.failed
  } catch (error) {
    return toExitCode(error, io)
  }
}

async function perform({ command, flags, operands }: Call, io: CommandIo): Promise<CommandResult> {
  const run = await command.load()
  return run(flags as never, io, ...operands)
}

/** Wraps the output so that stored text cannot send commands to the terminal. */
function withShownText({ write, error, progress, ...io }: CommandIo): CommandIo {
  return {
    ...io,
    write: (line) => write(shownText(line)),
    error: (line) => error(shownText(line)),
    ...(progress === undefined
      ? {}
      : { progress: (line) => progress(shownText(line).replaceAll('\n', ' ')) }),
  }
}

/** Statuses if the platform did not respond. */
const away: ReadonlySet<number> = new Set([0, 502, 503, 504])

function toExitCode(error: unknown, io: CommandIo): number {
  if (io.signal?.aborted) return exitCodes.stopped
  // The parser has already printed help or a refusal. Help counts as a refusal if the user did not
  // ask for help.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.calledWrongly
  if (error instanceof AtriumError) {
    io.error(`atrium: ${oneLine(error.message)} (${error.code})`)
    for (const { path, message } of error.errors)
      io.error(`  ${oneLine(path)}: ${oneLine(message)}`)
    const hint = findHint(error)
    if (hint !== undefined) io.error(`  ${oneLine(hint)}`)
    if (error.status === 401 || error.status === 403) return exitCodes.refused
    return away.has(error.status) ? exitCodes.unreachable : exitCodes.failed
  }
  if (error instanceof CommandError || error instanceof AppError) {
    io.error(`atrium: ${error.message}`)
    return error instanceof AppError ? exitCodes.failed : exitCodes.calledWrongly
  }
  // The system's message explains a file or connection error best.
  if (error instanceof Error && 'syscall' in error) {
    io.error(`atrium: ${error.message}`)
    return exitCodes.failed
  }
  throw error
}

/** Returns what to do after a refusal, or why the platform did not respond. */
function findHint(error: AtriumError): string | undefined {
  if (error.status === 401)
    return 'The platform does not know this key, or the key has expired. Get a new key with atrium login.'
  if (error.retryAfterSeconds !== undefined)
    return `Try again in ${Math.ceil(error.retryAfterSeconds)} s`
  let cause: unknown = error.status === 0 ? error.cause : undefined
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? cause.message || undefined : undefined
}
