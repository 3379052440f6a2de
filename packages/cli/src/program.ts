import { Help, InvalidArgumentError, Option, Command as Parser } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { Command, CommandIo, CommandOption } from './command.ts'

/** A parsed call: the command with its flags and operands. */
export interface Call {
  readonly command: Command
  readonly flags: Readonly<Record<string, unknown>>
  readonly operands: readonly string[]
}

const titles: Readonly<Record<Command['for'], string>> = {
  people: 'For people and programs (API):',
  agents: 'For an agent on your own machine:',
  operators: 'For operators (on the servers):',
}

/** The width if a terminal reports none or a program reads the help. */
const usualColumns = 100
/** If an option's text has fewer columns than this, it is printed on the lines below. */
const narrow = 28

/**
 * Builds the parser of all commands. Passes a valid call to `onCall`. Writes help, version and
 * refusals to `io` and then throws a `CommanderError` with an exit code.
 */
export function createProgram(
  commands: readonly Command[],
  io: CommandIo,
  onCall: (call: Call) => void,
): Parser {
  const program = new Parser('atrium')
    .usage('<command> [options]')
    .version(manifest.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('atrium --help lists the commands')
    .configureHelp({ minWidthToWrap: narrow, formatItem, prepareContext, subcommandTerm })
    .configureOutput({
      writeOut: (text) => io.write(text.trimEnd()),
      writeErr: (text) => io.error(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'atrium: ')),
      getOutHelpWidth: () => io.columns ?? usualColumns,
      getErrHelpWidth: () => io.columns ?? usualColumns,
    })
  for (const command of commands) addCommand(program, command, onCall)
  return program
}

function addCommand(program: Parser, command: Command, onCall: (call: Call) => void): void {
  const { operands = [], options = {} } = command
  const words = command.name.split(' ')
  const name = words.pop() ?? ''
  const parent = words.reduce(findGroup, program)
  const required = Object.entries(options).flatMap(([flag, option]) =>
    option.required === true ? [describeFlag(flag, option)] : [],
  )
  const parser = parent
    .command(name)
    .summary(command.summary)
    .description(command.summary)
    .helpGroup(titles[command.for])
    .usage([...required, '[options]', ...operands].join(' '))
  for (const operand of operands) parser.argument(operand)
  const parsed = Object.entries(options).map(([flag, option]) => ({
    flag,
    option: createOption(flag, option),
  }))
  for (const { option } of parsed) parser.addOption(option)
  parser.showHelpAfterError(`Usage: atrium ${command.name} ${parser.usage()}`).action(() => {
    const values = parser.opts()
    const flags = parsed.map(({ flag, option }) => {
      const value: unknown = values[option.attributeName()]
      // The library parses `--no-files` as the opposite of `--files`.
      return [flag, option.negate ? value === false || undefined : value] as const
    })
    onCall({ command, flags: Object.fromEntries(flags), operands: parser.args })
  })
}

/** Finds or creates the parser for commands that share their first word. */
function findGroup(parent: Parser, word: string): Parser {
  const found = parent.commands.find((group) => group.name() === word)
  return found ?? parent.command(word).usage('<command>').showHelpAfterError(true)
}

const describeFlag = (flag: string, { type, value = 'text' }: CommandOption): string =>
  type === 'boolean' ? `--${flag}` : `--${flag} <${value}>`

function createOption(flag: string, described: CommandOption): Option {
  const option = new Option(describeFlag(flag, described), described.about)
  if (described.required === true) return option.makeOptionMandatory().argParser(requireText)
  if (described.multiple !== true) return option
  return option.argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ])
}

function requireText(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.')
  return value
}

/** Prepares a help text. Help lists whole calls, but suggestions come from one command level. */
function prepareContext(this: Help, context: Parameters<Help['prepareContext']>[0]): void {
  Help.prototype.prepareContext.call(this, context)
  this.visibleCommands = listLeaves
}

const listLeaves = (parser: Parser): Parser[] =>
  parser.commands.flatMap((below) => (below.commands.length > 0 ? listLeaves(below) : [below]))

function subcommandTerm(parser: Parser): string {
  const words = [parser.name()]
  for (let at = parser.parent; at?.parent; at = at.parent) words.unshift(at.name())
  const operands = parser.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name()
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [...words, ...operands].join(' ')
}

// biome-ignore lint/complexity/useMaxParams: commander calls it with these parameters.
function formatItem(this: Help, term: string, width: number, text: string, help: Help): string {
  const columns = this.helpWidth ?? usualColumns
  if (columns - width - 4 >= narrow)
    return Help.prototype.formatItem.call(this, term, width, text, help)
  const lines = help.boxWrap(text, Math.max(narrow, columns - 6)).split('\n')
  return [`  ${term}`, ...lines.map((line) => `      ${line}`)].join('\n')
}
