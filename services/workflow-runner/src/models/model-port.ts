import type {
  CompleteModel,
  ModelOutcome,
  RefundModelCalls,
  Speak,
  SpeechOutcome,
} from '@atrium/contracts'
import type { z } from 'zod'

export type ModelCall = z.input<typeof CompleteModel.input>

/**
 * The connect service, which holds the keys and reserves credits. A call is charged once per
 * idempotency key.
 */
export interface ModelPort {
  complete(call: ModelCall, signal: AbortSignal): Promise<ModelOutcome>
  /** Calls `onText` with the text so far when a part arrives. Parts may be lost. */
  stream(
    call: ModelCall,
    onText: (soFar: string) => void,
    signal: AbortSignal,
  ): Promise<ModelOutcome>
  refund(calls: z.input<typeof RefundModelCalls.input>, signal: AbortSignal): Promise<number>
  speak(call: z.input<typeof Speak.input>, signal: AbortSignal): Promise<SpeechOutcome>
}
