import { addDays } from '../zoned-time.ts'
import type { PlacedPost } from './placed-posts.ts'

/** The place that a post goes to with Alt and an arrow key: a day, a week, or in the week view an hour further. */
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
