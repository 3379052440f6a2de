export interface Effect {
  action: string
  target: string | null
  detail: unknown
}

/** Takes an effect in place of the service that would have had it. */
export type Note = (effect: Effect) => void
