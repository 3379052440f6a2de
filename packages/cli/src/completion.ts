import { type Command, CommandError, type CommandOption } from './command.ts'

type Commands = readonly Command[]

/**
 * Returns a script for `bash`, `zsh` or `fish` that completes commands and options. Throws a
 * CommandError for any other shell.
 */
export function formatCompletion(shell: string, commands: Commands): string {
  const write = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
  if (write === undefined)
    throw new CommandError(`Completion is available for ${Object.keys(scripts).join(', ')}`)
  return write(commands)
}

const listOptions = ({ options = {} }: Command): Array<[string, CommandOption]> =>
  Object.entries({ ...options, help: { type: 'boolean', about: 'show help' } })
const takesFiles = ({ operands = [] }: Command): boolean =>
  operands.some((operand) => /file|folder/.test(operand))
const isPath = ({ value = '' }: CommandOption): boolean => /file|store/.test(value)

/** Returns the words that may follow each incomplete command. */
function wordsAfter(commands: Commands): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>()
  for (const { name } of commands) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) {
      const key = words.slice(0, at).join(' ')
      next.set(key, (next.get(key) ?? new Set()).add(word))
    }
  }
  return next
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const alternatives = (words: Iterable<string>): string => [...words].map(quoted).join('|')

// Proposes options if the word begins with a dash or nothing else can follow. Without a proposal
// bash proposes files.
const bash = (commands: Commands): string => {
  const names = commands.map(({ name }) => name)
  const next = wordsAfter(commands)
  const commandPaths = new Set([...names, ...[...next.keys()].filter(Boolean)])
  const words = [...next].map(
    ([key, after]) => `    ${quoted(key)}) next=${quoted([...after].join(' '))} ;;`,
  )
  const flags = commands.map((command) => {
    const optionNames = listOptions(command).map(([name]) => `--${name}`)
    return `    ${quoted(command.name)}) flags=${quoted(optionNames.join(' '))} ;;`
  })
  const all = commands.flatMap(listOptions)
  const valued = new Set(
    all.filter(([, { type }]) => type === 'string').map(([name]) => `--${name}`),
  )
  return `_atrium() {
  local words='' word next='' flags='' at current="\${COMP_WORDS[COMP_CWORD]}"
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "\${words:+$words }$word" in
      ${alternatives(commandPaths)}) words="\${words:+$words }$word" ;;
    esac
  done
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${alternatives(valued)}) return ;;
  esac
  case "$words" in
${words.join('\n')}
  esac
  case "$words" in
${flags.join('\n')}
  esac
  case "$words" in
    ${alternatives(commands.filter(takesFiles).map(({ name }) => name))}) [[ "$current" == -* ]] || return ;;
  esac
  [[ "$current" == -* || -z "$next" ]] && next="$next $flags"
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -o default -F _atrium atrium`
}

// The first line lets zsh autoload this file from `fpath` at the first completion.
const zsh = (commands: Commands): string => `#compdef atrium
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}
[[ "$funcstack[1]" == _atrium ]] && _bash_complete -o default -F _atrium
true`

const inFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

// `__atrium_at` is true if the call's words without options begin with these words. With `end` the
// call must have no further words.
const fish = (commands: Commands): string => {
  const next = wordsAfter(commands)
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]))
  const words = [...next].flatMap(([key, after]) =>
    [...after].map((word) => {
      const summary = summaries.get(`${key} ${word}`.trim())
      const about = summary === undefined ? '' : ` -d ${inFish(summary)}`
      return `complete -c atrium -n ${inFish(`__atrium_at end ${key}`.trim())} -a ${word}${about}`
    }),
  )
  const options = commands.flatMap((command) => {
    const at = inFish(`__atrium_at begin ${command.name}`)
    const files = takesFiles(command) ? [`complete -c atrium -n ${at} -F`] : []
    const optionLines = listOptions(command).map(([name, option]) => {
      const value = option.type === 'boolean' ? '' : isPath(option) ? ' -r -F' : ' -x'
      return `complete -c atrium -n ${at} -l ${name}${value} -d ${inFish(option.about)}`
    })
    return [...files, ...optionLines]
  })
  return `function __atrium_at
  set -l words
  for token in (commandline -opc)
    string match -q -- '-*' $token; or set -a words $token
  end
  set -e words[1]
  set -l wanted $argv[2..]
  set -l n (count $wanted)
  test $argv[1] = begin; or test (count $words) -eq $n; or return 1
  test $n -eq 0; and return 0
  test (count $words) -ge $n; and test "$words[1..$n]" = "$wanted"
end
complete -c atrium -f
${[...words, ...options].join('\n')}`
}

const scripts = { bash, zsh, fish }
