export type { CommandIo } from './command.ts'
export { runCommand } from './run-command.ts'
