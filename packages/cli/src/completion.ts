import { type Command, CommandError } from './command.ts'
import { globalOptions } from './usage.ts'

type Commands = readonly Command[]

/** A script for `bash`, `zsh` or `fish` that completes commands and options. Throws a CommandError for another shell. */
export function completionOf(shell: string, commands: Commands): string {
  const write = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
  if (write === undefined)
    throw new CommandError(`There is a completion for ${Object.keys(scripts).join(', ')}`)
  return write(commands)
}

const flagsOf = ({ options = {} }: Command): string[] =>
  Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`)

/** What may follow the words of a call: by the words so far, the next words or the options of their command. */
function following(commands: Commands): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>()
  const add = (words: readonly string[], word: string) => {
    const key = words.join(' ')
    next.set(key, (next.get(key) ?? new Set()).add(word))
  }
  for (const command of commands) {
    const words = command.name.split(' ')
    for (const [at, word] of words.entries()) add(words.slice(0, at), word)
    for (const flag of flagsOf(command)) add(words, flag)
  }
  return next
}

const bash = (commands: Commands): string => {
  const next = following(commands)
  const cases = [...next].map(
    ([words, after]) => `    ${JSON.stringify(words)}) next=${JSON.stringify([...after].join(' '))} ;;`,
  )
  return `_atrium() {
  local words='' word next='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    [[ "$word" == -* ]] && continue
    case "\${words:+$words }$word" in
      ${[...next.keys()]
        .filter(Boolean)
        .map((words) => JSON.stringify(words))
        .join('|')}) words="\${words:+$words }$word" ;;
    esac
  done
  case "$words" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _atrium atrium`
}

const zsh = (commands: Commands): string => `#compdef atrium
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const fish = (commands: Commands): string => {
  const lines = commands.flatMap((command) => {
    const words = command.name.split(' ')
    const name = words.at(-1) ?? ''
    const before = words.slice(0, -1)
    const condition =
      before.length === 0 ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${before.join(' ')}`
    const own = `complete -c atrium -f -n ${quoted(condition)} -a ${quoted(name)} -d ${quoted(command.summary)}`
    const group =
      before.length === 0
        ? []
        : [`complete -c atrium -f -n __fish_use_subcommand -a ${quoted(before.join(' '))}`]
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const flags = Object.entries({ ...command.options, ...globalOptions }).map(
      ([flag, { about }]) => `complete -c atrium -n ${quoted(seen)} -l ${flag} -d ${quoted(about)}`,
    )
    return [...group, own, ...flags]
  })
  return [...new Set(lines)].join('\n')
}

const scripts = { bash, zsh, fish }
