export { type Answer, readAnswer } from './answer.ts'
export { keepAudit } from './keep-audit.ts'
export { principalHeaders } from './principal-headers.ts'
export {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from './start-test-service.ts'
export { createTestCaller, type TestCaller } from './test-caller.ts'
export { movableClock, type TestClock } from './test-clock.ts'
