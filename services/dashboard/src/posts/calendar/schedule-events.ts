import type { ScheduleEventData } from '@mantine/schedule'
import { byDate, capped, type PlacedPost } from './placed-posts.ts'

/** A post in the grid, or how many posts in a day or an hour do not fit. */
export type GridItem =
  | { readonly kind: 'post'; readonly post: PlacedPost }
  | {
      readonly kind: 'more'
      readonly count: number
      readonly date: string
      readonly minutes: number
    }

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
const lastMinute = 24 * 60 - 1

// The grid reads dates and times in the browser's time zone. The item carries the correct ones.
const toEvent = (
  item: GridItem,
  id: string,
  { date, from, to }: { date: string; from: number; to: number },
): ScheduleEventData => ({
  id,
  title: '',
  start: `${date} ${clock(from)}`,
  end: `${date} ${clock(Math.min(to, lastMinute))}`,
  color: 'gray',
  payload: { item },
})

/** Returns the grid item that `weekEvents` stored in an event. */
export const readItem = (event: ScheduleEventData): GridItem => event.payload?.['item'] as GridItem

const toMoreEvent = (date: string, minutes: number, count: number) =>
  ({ kind: 'more', count, date, minutes }) as const

/** The height of a post in the week view, in minutes. The post's text needs this much space. */
export const postMinutes = 50

export function weekEvents(posts: readonly PlacedPost[], perHour: number): ScheduleEventData[] {
  return [...byDate(posts)].flatMap(([date, ofDay]) => {
    const hours = Map.groupBy(ofDay, ({ minutes }) => Math.floor(minutes / 60))
    return [...hours].flatMap(([hour, ofHour]) => {
      const { shown, more } = capped(ofHour, perHour)
      const events = shown.map((post) => {
        const start = Math.min(post.minutes, lastMinute - postMinutes)
        return toEvent({ kind: 'post', post }, post.card.id, {
          date,
          from: start,
          to: start + postMinutes,
        })
      })
      if (more > 0) {
        const start = Math.min(hour * 60, lastMinute - postMinutes)
        const id = `more ${date} ${hour}`
        events.push(
          toEvent(toMoreEvent(date, start, more), id, {
            date,
            from: start,
            to: start + postMinutes,
          }),
        )
      }
      return events
    })
  })
}
