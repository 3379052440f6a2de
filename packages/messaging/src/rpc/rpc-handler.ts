import {
  commonErrors,
  type ErrorDetails,
  type ErrorKind,
  type RpcDefinition,
} from '@atrium/contracts'
import type { z } from 'zod'

/** An endpoint with its handler. Build it with `rpcHandler` to infer the types. */
export interface RpcHandler {
  definition: RpcDefinition
  /** Throws `validation_failed` if the input is invalid, and the handler's errors. */
  handle(input: unknown): Promise<unknown>
}

export type RpcReply =
  | { ok: true; data: unknown }
  | { ok: false; error: { kind: ErrorKind; code: string; message: string; details: ErrorDetails } }

/** Declares a handler for an RPC. If the handler throws an `AppError`, the caller receives it. */
export const rpcHandler = <I extends z.ZodType, O extends z.ZodType>(
  definition: RpcDefinition<I, O>,
  handle: (input: z.output<I>) => Promise<z.input<O>>,
): RpcHandler => ({
  definition,
  handle: async (input) => definition.output.parse(await handle(parseRpcInput(definition, input))),
})

/** Parses an RPC's input. Throws `validation_failed` with every invalid field. */
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
