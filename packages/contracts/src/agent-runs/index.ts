export * from './agent-run.ts'
export * from './events.ts'
export * from './operations.ts'
