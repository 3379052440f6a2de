export { ContainerUnavailable } from './container-unavailable.ts'
export { type ContainerSpec, type RunningContainer, startContainer } from './start-container.ts'
