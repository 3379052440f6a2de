export { type CommandIo, runCommand } from './run-command.ts'
