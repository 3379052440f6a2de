import type { z } from 'zod'

export const techBoards = ['forum', 'repos', 'launches'] as const
export type TechBoard = (typeof techBoards)[number]

/** An entry of a board; `score` is the board's own: points, stars, votes. */
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

/** Reads below an API base; where that serves nothing, below the version that a base without one leaves out. */
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
