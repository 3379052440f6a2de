import { z } from 'zod'

export const techBoards = ['forum', 'repos', 'launches'] as const
export type TechBoard = (typeof techBoards)[number]

/** A numeric id. One beyond 2^53 arrives as text (`parseExactJson`). */
export const BoardId = z.union([z.number().int(), z.string().regex(/^\d{1,30}$/)]).transform(String)

/** An entry of a board. `score` has the board's own unit: points, stars or votes. */
export interface BoardEntry {
  board: TechBoard
  id: string
  title: string
  url: string
  discussionUrl: string
  score: number
  summary: string
  createdAt: string
}

export type AskBoard = <S extends z.ZodType>(
  url: string,
  schema: S,
  request?: { method?: string; headers?: Readonly<Record<string, string>>; body?: string },
) => Promise<z.output<S>>

export class BoardError extends Error {
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/**
 * Reads below an API base. If the response is 404 and the base has no version, reads below the
 * version.
 */
export async function belowVersion<T>(
  base: string,
  version: string,
  read: (base: string) => Promise<T>,
) {
  try {
    return await read(base)
  } catch (error) {
    if (!(error instanceof BoardError) || error.status !== 404 || base.endsWith(version))
      throw error
    return read(base + version)
  }
}
