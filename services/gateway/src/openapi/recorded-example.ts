/**
 * A recorded request and response, cleaned up by `scripts/reference/write-examples.ts`. A body is
 * text.
 */
export interface RecordedExample {
  readonly request: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    /** The operation's required headers. */
    readonly headers?: Readonly<Record<string, unknown>>
    readonly body?: unknown
  }
  readonly answer: {
    readonly status: number
    readonly contentType?: string
    readonly body?: unknown
    readonly location?: string
  }
}

export type RecordedExamples = Readonly<Record<string, RecordedExample>>
