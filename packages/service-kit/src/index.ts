export { createLogger } from './create-logger.ts'
export { listen } from './http-listener.ts'
export { checkPlanRoom } from './plan-room.ts'
export { runProcess, runService } from './run-service.ts'
export {
  type Background,
  defineService,
  type Kit,
  type NextRound,
  type ServiceDefinition,
  type ServiceParts,
} from './service-definition.ts'
export { type RunningService, type StartOptions, startService } from './start-service.ts'
export { createLaneQueue } from './threads/lane-queue.ts'
export { createThreadedLanes, type ThreadAnswer } from './threads/threaded-lanes.ts'
export { version } from './version.ts'
