import { addDays } from '../zoned-time.ts'
import type { PlacedPost } from './placed-posts.ts'

/**
 * Returns where Alt and an arrow key move a post: by a day, by a week in the month view, or by an
 * hour in the week view. Returns undefined for other keys.
 */
export function arrowMove(
  { date, minutes }: Pick<PlacedPost, 'date' | 'minutes'>,
  key: string,
  view: 'month' | 'week',
): { date: string; time?: string } | undefined {
  if (key === 'ArrowLeft') return { date: addDays(date, -1) }
  if (key === 'ArrowRight') return { date: addDays(date, 1) }
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (step === 0) return undefined
  if (view === 'month') return { date: addDays(date, step * 7) }
  const wanted = minutes + step * 60
  const day = Math.floor(wanted / 1_440)
  const rest = wanted - day * 1_440
  const two = (part: number) => String(part).padStart(2, '0')
  return { date: addDays(date, day), time: `${two(Math.floor(rest / 60))}:${two(rest % 60)}` }
}
