export { type Bus, type BusOptions, connectBus } from './bus.ts'
export {
  type ConsumerOptions,
  type EventConsumer,
  eventBatchConsumer,
  eventConsumer,
} from './events/event-consumer.ts'
export { type Following, followEvents } from './events/follow-events.ts'
export { startConsumer } from './events/start-consumer.ts'
export { whenConsumed } from './events/when-consumed.ts'
export { isRefusal } from './is-refusal.ts'
export {
  type JobCall,
  type JobWorker,
  type JobWorkerOptions,
  jobWorker,
} from './jobs/job-worker.ts'
export { startJobWorker } from './jobs/start-job-worker.ts'
export { durableName, natsOperator } from './names.ts'
export { type OutboxRelayOptions, startOutboxRelay } from './outbox-relay.ts'
export { outboxState } from './outbox-state.ts'
export { natsAuthorization, natsPermissions } from './permissions.ts'
export { type RedrivenHere, redriveHere } from './redrive-here.ts'
export { redriveOne } from './redrive-one.ts'
export { callRpc, ifAvailable, serviceAnswers } from './rpc/call-rpc.ts'
export { type RpcHandler, rpcHandler } from './rpc/rpc-handler.ts'
export { serveRpc } from './rpc/serve-rpc.ts'
export { ensureStreams } from './streams.ts'
export { type SubscribeOptions, subscribe } from './subscribe.ts'
