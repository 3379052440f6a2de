export * from './channel.ts'
export * from './messages.ts'
export * from './operations.ts'
export * from './uploads.ts'
