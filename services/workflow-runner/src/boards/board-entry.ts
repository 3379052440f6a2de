import type { z } from 'zod'

export const techBoards = ['forum', 'repos', 'launches'] as const
export type TechBoard = (typeof techBoards)[number]

/** An entry of a board; `score` is the board's own: points, stars, votes. */
export interface BoardEntry {
  board: TechBoard
  /** The board's id of the entry. */
  id: string
  title: string
  /** The page that the entry is about. */
  url: string
  /** The entry's page on its board. */
  discussionUrl: string
  score: number
  summary: string
  createdAt: string
}

/** Asks for JSON of a form; throws `BoardError`. */
export type AskBoard = <S extends z.ZodType>(
  url: string,
  schema: S,
  request?: { method?: string; headers?: Readonly<Record<string, string>>; body?: string },
) => Promise<z.output<S>>

/** A board that cannot be read now, in words. */
export class BoardError extends Error {}
