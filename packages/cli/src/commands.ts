import { agentCommands } from './agent-commands.ts'
import { type Command, type CommandIo, defineCommand } from './command.ts'
import { operatorCommands } from './operator-commands.ts'
import { peopleCommands } from './people-commands.ts'

/** Every command of `atrium`, in the order of the usage. */
export const commands: readonly Command[] = [
  ...peopleCommands,
  defineCommand({
    name: 'completion',
    summary: 'prints a script that completes commands in bash, zsh or fish',
    for: 'people',
    operands: ['<shell>'],
    load: async () => {
      const { completionOf } = await import('./completion.ts')
      return async (_flags: object, io: CommandIo, shell = '') => {
        io.write(completionOf(shell, commands))
        return true
      }
    },
  }),
  ...agentCommands,
  ...operatorCommands,
]
