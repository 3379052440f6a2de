import { z } from 'zod'
import { techBoards } from '../src/boards/board-entry.ts'
import type { BoardReader } from '../src/boards/board-reader.ts'
import type { ModelPort } from '../src/models/model-port.ts'
import { fakeAnswers } from './fake-model.ts'

/** The model's replies in call order: an object in the requested shape, a text, or a tool call. */
export const ExampleModels = z
  .array(
    z.union([
      z.strictObject({ object: z.record(z.string(), z.unknown()) }),
      z.strictObject({ text: z.string() }),
      z.strictObject({
        tools: z.array(z.object({ name: z.string(), input: z.record(z.string(), z.unknown()) })),
      }),
    ]),
  )
  .default([])

export const ExampleBoards = z
  .array(
    z.object({
      board: z.enum(techBoards),
      id: z.string(),
      title: z.string(),
      url: z.string(),
      discussionUrl: z.string(),
      score: z.number(),
      summary: z.string().default(''),
      createdAt: z.iso.datetime(),
    }),
  )
  .default([])

export function exampleModels(
  models: z.output<typeof ExampleModels>,
  entries: z.output<typeof ExampleBoards>,
): { models: ModelPort; boards: BoardReader } {
  const answers = fakeAnswers({
    reply: (_call, count) =>
      models[count - 1] ?? { fail: 'no_model', message: 'No model is connected' },
  })
  return {
    models: {
      complete: async (call) => answers.complete(call),
      stream: async (call) => answers.complete(call),
      refund: async (calls) => answers.refund(calls),
      speak: async (call) => answers.speak(call),
    },
    boards: {
      async read(board) {
        const own = entries.filter((entry) => entry.board === board)
        return own.length === 0 ? { unavailable: 'not configured' } : { entries: own }
      },
    },
  }
}
