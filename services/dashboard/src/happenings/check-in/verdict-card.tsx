import { Box } from '@mantine/core'
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconHandStop,
  IconQrcode,
} from '@tabler/icons-react'
import classes from './check-in.module.css'
import type { Verdict } from './check-in.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time, for example "at 18:03". Adds the day unless it is today. */
export function formatTime(at: string, now: Date): string {
  const then = new Date(at)
  return `at ${(then.toDateString() === now.toDateString() ? clock : moment).format(then)}`
}

interface Shown {
  readonly tone?: 'good' | 'bad' | 'warn'
  readonly icon: Icon
  readonly title: string
  readonly detail: string
}

function describeVerdict(verdict: Verdict): Shown {
  switch (verdict.kind) {
    case 'admitted': {
      const { name, ticketType } = verdict.ticket
      return {
        tone: 'good',
        icon: IconCircleCheck,
        title: 'Admitted',
        detail: `${name}, ${ticketType}`,
      }
    }
    case 'used': {
      const at = verdict.ticket?.checkedInAt
      const title = `Already used${at == null ? '' : ` ${formatTime(at, new Date())}`}`
      return { tone: 'warn', icon: IconHandStop, title, detail: verdict.ticket?.name ?? '' }
    }
    case 'unknown':
      return {
        tone: 'bad',
        icon: IconCircleX,
        title: 'Unknown code',
        detail: verdict.code.slice(0, 60),
      }
    case 'failed':
      return { tone: 'warn', icon: IconCloudOff, title: 'Not checked', detail: verdict.reason }
  }
}

const waiting: Shown = {
  icon: IconQrcode,
  title: 'Ready',
  detail: 'Scan or type a code',
}
const checking: Shown = { icon: IconQrcode, title: 'Checking…', detail: '' }

/** Shows the result of the last code, large enough to read at arm's length. */
export function VerdictCard({
  verdict,
  pending,
}: {
  verdict: Verdict | undefined
  pending: boolean
}) {
  const shown = verdict === undefined ? waiting : describeVerdict(verdict)
  const { tone, icon: Glyph, title, detail } = pending ? checking : shown
  return (
    <div
      className={`line ${classes.verdict}`}
      data-tone={tone}
      role="status"
      aria-live="assertive"
      aria-label="Answer"
    >
      <Glyph size={44} stroke={1.75} aria-hidden />
      <span className="column">
        <Box component="span" fz={24} fw={650} lh={1.25}>
          {title}
        </Box>
        <span className="clamped" style={{ fontSize: 16 }} dir="auto">
          {detail}
        </span>
      </span>
    </div>
  )
}
