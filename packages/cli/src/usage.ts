import type { Command } from './command.ts'

const titles: Readonly<Record<Command['for'], string>> = {
  people: 'for people and programs, through the API',
  agents: 'for the agent on your own machine',
  operators: 'for operators, on the servers of a platform',
}

const callOf = ({ name, operands = [], options = {} }: Command): string =>
  [
    'atrium',
    name,
    ...operands,
    ...Object.entries(options).map(([flag, option]) => `[--${flag}${shownValue(option)}]`),
  ].join(' ')

const shownValue = ({ type, value = 'text' }: { type: string; value?: string }): string =>
  type === 'boolean' ? '' : ` <${value}>`

/** What `atrium --help` prints for these commands; options are explained for a single one. */
export function usageOf(commands: readonly Command[]): string {
  const [only] = commands
  if (only !== undefined && commands.length === 1) {
    const lines = Object.entries({ ...only.options, ...globalOptions }).map(
      ([flag, option]) => [`--${flag}${shownValue(option)}`, option.about] as const,
    )
    return [`usage: ${callOf(only)}`, `  ${only.summary}`, '', ...aligned(lines)].join('\n')
  }
  const parts = (['people', 'agents', 'operators'] as const).flatMap((audience) => {
    const own = commands.filter((command) => command.for === audience)
    if (own.length === 0) return []
    const calls = own.map(
      ({ name, operands = [], summary }) => [[name, ...operands].join(' '), summary] as const,
    )
    return ['', `${titles[audience]}:`, ...aligned(calls)]
  })
  return [
    'usage: atrium <command> [options]',
    ...parts,
    '',
    'atrium <command> --help explains the options of a command, atrium --version prints the version.',
  ].join('\n')
}

/** The options of every command. */
export const globalOptions = {
  help: { type: 'boolean', about: 'explains the command' },
} as const

const widest = 34

function aligned(rows: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.min(widest, Math.max(...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  )
}
