import { commonErrors, type ErrorDetails, type ErrorKind, type RpcDefinition } from '@atrium/contracts'
import type { z } from 'zod'

/** An endpoint with its handler. Build it with `rpcHandler`, which ties the types together. */
export interface RpcHandler {
  definition: RpcDefinition
  /** Throws `validation_failed` for an invalid input, and the errors of the handler. */
  handle(input: unknown): Promise<unknown>
}

/** The payload of a reply. */
export type RpcReply =
  | { ok: true; data: unknown }
  | { ok: false; error: { kind: ErrorKind; code: string; message: string; details: ErrorDetails } }

/** Ties a handler to its RPC. An `AppError` of the handler is thrown at the caller. */
export const rpcHandler = <I extends z.ZodType, O extends z.ZodType>(
  definition: RpcDefinition<I, O>,
  handle: (input: z.output<I>) => Promise<z.input<O>>,
): RpcHandler => ({
  definition,
  handle: async (input) => definition.output.parse(await handle(parseRpcInput(definition, input))),
})

/** Parses an RPC's input. Throws `validation_failed` with every field named. */
export function parseRpcInput<I extends z.ZodType>(
  definition: RpcDefinition<I>,
  input: unknown,
): z.output<I> {
  const parsed = definition.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw commonErrors.validation_failed({
    message: `The input of ${definition.subject} is not valid`,
    details: {
      errors: parsed.error.issues
        .slice(0, 50)
        .map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    },
  })
}
