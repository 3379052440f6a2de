import type {
  CompleteModel,
  ModelOutcome,
  RefundModelCalls,
  Speak,
  SpeechOutcome,
} from '@atrium/contracts'
import type { z } from 'zod'

export type ModelCall = z.input<typeof CompleteModel.input>

/** Behind connect, which holds the keys and reserves credits; a call under the same key is charged once. */
export interface ModelPort {
  complete(call: ModelCall, signal: AbortSignal): Promise<ModelOutcome>
  /** The same; `onText` takes the text so far at each part that comes. Parts may be lost. */
  stream(
    call: ModelCall,
    onText: (soFar: string) => void,
    signal: AbortSignal,
  ): Promise<ModelOutcome>
  refund(calls: z.input<typeof RefundModelCalls.input>, signal: AbortSignal): Promise<number>
  speak(call: z.input<typeof Speak.input>, signal: AbortSignal): Promise<SpeechOutcome>
}
