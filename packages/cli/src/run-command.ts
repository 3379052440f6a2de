import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { type Command, CommandError, type CommandIo, exitCodes } from './command.ts'
import { commands } from './commands.ts'
import { oneLine, shownText } from './shown-text.ts'
import { globalOptions, usageOf } from './usage.ts'
import { version } from './version.ts'

/** Runs one command line and answers its exit code (docs/reference/command-line.md). */
export async function runCommand(args: readonly string[], given: CommandIo): Promise<number> {
  const io = withShownText(given)
  const firstFlag = args.findIndex((arg) => arg.startsWith('-'))
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag)
  const command = findCommand(words)
  if (command === undefined) {
    if (args[0] === '--version' || args[0] === '-v') {
      io.write(version)
      return exitCodes.done
    }
    const asked = args.includes('--help') || args.includes('-h')
    const below = commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))
    const usage = usageOf(below.length > 0 ? below : commands)
    if (asked) io.write(usage)
    else io.error(usage)
    return asked ? exitCodes.done : exitCodes.calledWrongly
  }
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(command.name.split(' ').length),
      allowPositionals: true,
      options: parserOptions(command),
    })
    const { help, ...flags } = values
    if (help === true) {
      io.write(usageOf([command]))
      return exitCodes.done
    }
    if (!takes(command, positionals.length)) {
      io.error(usageOf([command]))
      return exitCodes.calledWrongly
    }
    const run = await command.load()
    const result = await run(flags as never, io, ...positionals)
    return typeof result === 'number' ? result : result ? exitCodes.done : exitCodes.failed
  } catch (error) {
    return exitCodeOf(error, io)
  }
}

/** Output of which no text of others is a command of the terminal. */
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

/** The command with the longest name among the first words of a call. */
export function findCommand(words: readonly string[]): Command | undefined {
  for (let length = Math.min(words.length, 3); length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ')
    const found = commands.find((command) => command.name === name)
    if (found !== undefined) return found
  }
  return undefined
}

function parserOptions({ options = {} }: Command): NonNullable<ParseArgsConfig['options']> {
  const all = Object.entries({ ...options, ...globalOptions }).map(
    ([name, option]) =>
      [name, { type: option.type, ...('multiple' in option ? { multiple: true } : {}) }] as const,
  )
  return { ...Object.fromEntries(all), help: { type: 'boolean', short: 'h' } }
}

const takes = ({ operands = [] }: Command, count: number): boolean =>
  (count <= operands.length || operands.at(-1)?.includes('...') === true) &&
  count >= operands.filter((operand) => operand.startsWith('<')).length

/** Statuses without an answer of the platform. */
const away: ReadonlySet<number> = new Set([0, 502, 503, 504])

function exitCodeOf(error: unknown, io: CommandIo): number {
  if (io.signal?.aborted) return exitCodes.stopped
  if (error instanceof AtriumError) {
    io.error(`atrium: ${oneLine(error.message)} (${error.code})`)
    for (const { path, message } of error.errors) io.error(`  ${oneLine(path)}: ${oneLine(message)}`)
    if (error.status === 401 || error.status === 403) return exitCodes.refused
    return away.has(error.status) ? exitCodes.unreachable : exitCodes.failed
  }
  if (error instanceof CommandError || error instanceof AppError) {
    io.error(`atrium: ${error.message}`)
    return error instanceof AppError ? exitCodes.failed : exitCodes.calledWrongly
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? []
    io.error(
      `atrium: ${unknown === undefined ? error.message : `${unknown} is not an option of this command`}`,
    )
    return exitCodes.calledWrongly
  }
  throw error
}
