import type { Command } from './command.ts'
import { joined, wrapped } from './text-layout.ts'

const titles: Readonly<Record<Command['for'], string>> = {
  people: 'for people and programs, through the API',
  agents: 'for the agent on your own machine',
  operators: 'for operators, on the servers of a platform',
}

const callOf = ({ name, operands = [], options = {} }: Command): string[] => [
  'atrium',
  ...name.split(' '),
  ...operands,
  ...Object.entries(options).map(([flag, option]) => {
    const call = `--${flag}${shownValue(option)}`
    return option.required === true ? call : `[${call}]`
  }),
]

const shownValue = ({ type, value = 'text' }: { type: string; value?: string }): string =>
  type === 'boolean' ? '' : ` <${value}>`

/** The call of a command with its operands and options, on lines of so many columns. */
export function callLines(command: Command, columns = usualColumns): string {
  const start = 'usage: '
  const lines = joined(callOf(command), columns - start.length)
  return lines.map((line, at) => (at === 0 ? start : ' '.repeat(start.length)) + line).join('\n')
}

/** The text of `atrium --help` for these commands; options are explained for a single one. */
export function usageOf(commands: readonly Command[], columns = usualColumns): string {
  const [only] = commands
  if (only !== undefined && commands.length === 1) {
    const lines = Object.entries({ ...only.options, ...globalOptions }).map(
      ([flag, option]) => [`--${flag}${shownValue(option)}`, option.about] as const,
    )
    const summary = wrapped(only.summary, columns - 2).map((line) => `  ${line}`)
    return [callLines(only, columns), ...summary, '', ...aligned(lines, columns)].join('\n')
  }
  const parts = (['people', 'agents', 'operators'] as const).flatMap((audience) => {
    const own = commands.filter((command) => command.for === audience)
    if (own.length === 0) return []
    const calls = own.map(
      ({ name, operands = [], summary }) => [[name, ...operands].join(' '), summary] as const,
    )
    return ['', ...wrapped(`${titles[audience]}:`, columns), ...aligned(calls, columns)]
  })
  return [
    'usage: atrium <command> [options]',
    ...parts,
    '',
    ...wrapped(
      'atrium <command> --help explains the options of a command, atrium --version prints the version.',
      columns,
    ),
  ].join('\n')
}

/** The options of every command. */
export const globalOptions = {
  help: { type: 'boolean', about: 'explains the command' },
} as const

/** Of a terminal that states none, and of programs that read the text. */
const usualColumns = 100
const widest = 34
const leastText = 28

function aligned(rows: ReadonlyArray<readonly [string, string]>, columns: number): string[] {
  const width = Math.min(widest, Math.max(...rows.map(([left]) => left.length)))
  const room = columns - width - 4
  // A narrow terminal has the text in lines below.
  const indent = room < leastText ? 6 : width + 4
  return rows.flatMap(([left, right]) => {
    const text = wrapped(right, Math.max(leastText, columns - indent)).map(
      (line) => ' '.repeat(indent) + line,
    )
    const [first = '', ...more] = text
    return left.length > width || room < leastText
      ? [`  ${left}`, ...text]
      : [`  ${left.padEnd(width)}  ${first.trimStart()}`, ...more]
  })
}
