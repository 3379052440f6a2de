import { type Command, type CommandIo, commandFor, flag, text } from './command.ts'
import { operatorCommands } from './operator-commands.ts'
import { peopleCommands } from './people-commands.ts'

/** Every `atrium` command in the order of the usage. */
export const commands: readonly Command[] = [
  ...peopleCommands,
  commandFor('people')({
    name: 'completion',
    summary: 'print a script that completes commands in bash, zsh or fish',
    operands: ['<shell>'],
    load: async () => {
      const { formatCompletion } = await import('./completion.ts')
      return async (_flags: object, io: CommandIo, shell = '') => {
        io.write(formatCompletion(shell, commands))
        return true
      }
    },
  }),
  commandFor('agents')({
    name: 'agent',
    summary:
      'run your own command for each of your agent tasks, with the prompt on its standard input',
    options: {
      config: text('file', 'configuration file; ~/.config/atrium/agent.json by default'),
      'at-once': text(
        'n',
        'maximum number of tasks at once; 1 or the value in the configuration by default',
      ),
      yes: flag('do not ask before the first task in a new workspace'),
    },
    load: async () => (await import('./agent/agent-command.ts')).agentCommand,
  }),
  ...operatorCommands,
]
