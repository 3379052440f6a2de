import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import manifest from '../package.json' with { type: 'json' }
import { type Command, CommandError, type CommandIo, exitCodes } from './command.ts'
import { commands } from './commands.ts'
import { oneLine, shownText } from './shown-text.ts'
import { likelyNames } from './unknown-command.ts'
import { callLines, globalOptions, usageOf } from './usage.ts'

/** Runs one command line and answers its exit code (docs/reference/command-line.md). */
export async function runCommand(called: readonly string[], given: CommandIo): Promise<number> {
  const io = withShownText(given)
  const args = called[0] === 'help' ? [...called.slice(1), '--help'] : called
  const firstFlag = args.findIndex((arg) => arg.startsWith('-'))
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag)
  const command = findCommand(words)
  if (command === undefined) return withoutCommand(args, words, io)
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(command.name.split(' ').length),
      allowPositionals: true,
      options: parserOptions(command),
    })
    const { help, ...flags } = values
    if (help === true) {
      io.write(usageOf([command], io.columns))
      return exitCodes.done
    }
    const fault = findFault(command, positionals, flags)
    if (fault !== undefined) {
      io.error(`atrium: ${fault}`)
      io.error(callLines(command, io.columns))
      return exitCodes.calledWrongly
    }
    const run = await command.load()
    const result = await run(flags as never, io, ...positionals)
    return typeof result === 'number' ? result : result ? exitCodes.done : exitCodes.failed
  } catch (error) {
    return exitCodeOf(error, io)
  }
}

/** Help, the version, or words that name no command. */
function withoutCommand(args: readonly string[], words: readonly string[], io: CommandIo): number {
  if (args[0] === '--version' || args[0] === '-v') {
    io.write(manifest.version)
    return exitCodes.done
  }
  const below = commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))
  const usage = usageOf(below.length > 0 ? below : commands, io.columns)
  if (args.includes('--help') || args.includes('-h')) {
    io.write(usage)
    return exitCodes.done
  }
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (words.length === 0 || below.length > 0) io.error(usage)
  else {
    io.error(`atrium: there is no command ${oneLine(words.slice(0, 2).join(' '))}`)
    const likely = likelyNames(words, commands)
    if (likely.length > 0) io.error(likely.map((name) => `  Is it atrium ${name}?`).join('\n'))
    else if (group.length > 0) io.error(usageOf(group, io.columns))
    else io.error('  atrium --help lists the commands')
  }
  return exitCodes.calledWrongly
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

/** Says why a command does not take these operands and flags. */
function findFault(
  { operands = [], options = {} }: Command,
  given: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): string | undefined {
  const needed = operands.filter((operand) => operand.startsWith('<'))
  if (given.length < needed.length) return `${needed[given.length]} is missing`
  const missing = Object.entries(options).find(([name, { required }]) => required === true && !flags[name])
  if (missing !== undefined) return `--${missing[0]} is missing`
  const isOver = given.length > operands.length && operands.at(-1)?.includes('...') !== true
  return isOver ? `"${oneLine(given[operands.length])}" is one operand too many` : undefined
}

/** Statuses without an answer of the platform. */
const away: ReadonlySet<number> = new Set([0, 502, 503, 504])

function exitCodeOf(error: unknown, io: CommandIo): number {
  if (io.signal?.aborted) return exitCodes.stopped
  if (error instanceof AtriumError) {
    io.error(`atrium: ${oneLine(error.message)} (${error.code})`)
    for (const { path, message } of error.errors) io.error(`  ${oneLine(path)}: ${oneLine(message)}`)
    const hint = hintOf(error)
    if (hint !== undefined) io.error(`  ${oneLine(hint)}`)
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
  // A file or a connection of this machine: nothing of the program explains it better.
  if (error instanceof Error && 'syscall' in error) {
    io.error(`atrium: ${error.message}`)
    return exitCodes.failed
  }
  throw error
}

/** The remedy for a refusal, or the reason why nobody answered. */
function hintOf(error: AtriumError): string | undefined {
  if (error.status === 401)
    return 'Its key is none of the platform, or has ended: atrium login makes another one'
  if (error.retryAfterSeconds !== undefined)
    return `The platform asks for a pause of ${Math.ceil(error.retryAfterSeconds)} s`
  let cause: unknown = error.status === 0 ? error.cause : undefined
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? cause.message || undefined : undefined
}
