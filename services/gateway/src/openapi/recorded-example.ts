/**
 * A request that the platform has answered, and the answer, made presentable. `scripts/reference/write-examples.ts` writes
 * them by operation id; a body that is not text is left out.
 */
export interface RecordedExample {
  readonly request: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    /** Those that the operation requires. */
    readonly headers?: Readonly<Record<string, unknown>>
    readonly body?: unknown
  }
  readonly answer: {
    readonly status: number
    readonly contentType?: string
    readonly body?: unknown
    /** Where a redirect leads. */
    readonly location?: string
  }
}

/** Recorded examples by operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>
