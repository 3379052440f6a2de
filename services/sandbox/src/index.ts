export type { PagenetSandbox, SandboxPage } from './networks/pagenet-state.ts'
export type { WebhookEndpoint } from './payments/deliveries.ts'
export { platformEndpoints } from './platform-endpoints.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
