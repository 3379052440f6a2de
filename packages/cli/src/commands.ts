import { agentCommands } from './agent-commands.ts'
import type { Command } from './command.ts'
import { operatorCommands } from './operator-commands.ts'

/** Every command of `atrium`, in the order of the usage. */
export const commands: readonly Command[] = [...agentCommands, ...operatorCommands]
