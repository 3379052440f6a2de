/** Re-exported because a failed run starts another workflow under the rules of a call. */
export { type Callable, findCallable } from './called-runs.db.ts'
export { mayCall } from './may-call.ts'
