export * from './channel.ts'
export * from './messages.ts'
export * from './operations.ts'
