export { type CapturedLog, capturedLog } from './captured-log.ts'
export { eventually } from './eventually.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { createTestEnv, type TestEnvOptions } from './test-env.ts'
