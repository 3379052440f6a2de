import { type Command, defineCommand } from './command.ts'

/** The commands of agents. */
export const agentCommands: readonly Command[] = [
  defineCommand({
    name: 'agent',
    summary: 'claims your runs and starts your own command for each, with the prompt on its standard input',
    for: 'agents',
    options: {
      config: {
        type: 'string',
        value: 'file',
        about: 'its workspaces; ~/.config/atrium/agent.json by default',
      },
      'at-once': { type: 'string', value: 'n', about: 'runs at once; 1, or as the file states' },
      yes: { type: 'boolean', about: 'does not ask before the first run in a new workspace' },
    },
    load: async () => (await import('./agent/agent-command.ts')).agentCommand,
  }),
]
