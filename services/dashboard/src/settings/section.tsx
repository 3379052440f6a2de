import { Group, Skeleton } from '@mantine/core'
import { type Icon, IconLock } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useFirstContent } from '../platform/first-content.ts'
import { type MorePages, ShowMore } from '../ui/show-more.tsx'
import { type Waited, Waiting } from '../ui/waiting.tsx'
import { When } from '../ui/when.tsx'
import classes from './settings.module.css'
import { useRole } from './use-role.ts'

interface SectionProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly danger?: boolean
  /** Without the card. */
  readonly plain?: boolean
  readonly children: ReactNode
}

/** A part of a settings page: its heading, one sentence and a card of rows. */
export function Section({
  title,
  lead,
  action,
  danger = false,
  plain = false,
  children,
}: SectionProps) {
  const id = useId()
  useFirstContent(true)
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group gap={16} align="flex-end" mb={12}>
        <div className={classes.sectionWords}>
          <h2 id={id} className="title">
            {title}
          </h2>
          {lead !== undefined && (
            <p className="quiet" style={{ margin: '2px 0 0' }}>
              {lead}
            </p>
          )}
        </div>
        {action}
      </Group>
      {plain ? (
        children
      ) : (
        <div className={`card ${classes.card}`} data-danger={danger}>
          {children}
        </div>
      )}
    </section>
  )
}

interface NoteProps {
  readonly icon: Icon
  readonly role?: 'status'
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A quiet note above what it is about; `flush` in a dialog, whose parts are apart already. */
export const Note = ({ icon: Glyph, role, flush = false, children }: NoteProps) => (
  <p className={`quiet sunken ${classes.note}`} data-apart={!flush} role={role}>
    <Glyph size={16} aria-hidden />
    <span>{children}</span>
  </p>
)

/** A line above what a plain member reads but does not change. */
export function OnlyAdmins({ children }: { children: ReactNode }) {
  const { isAdmin } = useRole()
  return isAdmin ? null : <Note icon={IconLock}>{children}</Note>
}

interface RowWordsProps {
  readonly label?: ReactNode
  /** Whether the label is the name of a record: it is cut off where it is too long. */
  readonly named?: boolean
  readonly hint?: ReactNode
  readonly title?: string | undefined
  /** Below the quiet line. */
  readonly more?: ReactNode
}

/** The words of a row: a name, and a quiet line below it. */
export const RowWords = ({ label, named = false, hint, title, more }: RowWordsProps) => (
  <span className="words">
    {label !== undefined && (
      <span className={named ? classes.name : 'strong'} title={title} dir="auto">
        {label}
      </span>
    )}
    {hint != null && hint !== false && <span className="quiet">{hint}</span>}
    {more}
  </span>
)

/** A row of a section: its words, and what stands before and behind them. */
export const Row = ({
  before,
  children,
  ...words
}: Parameters<typeof RowWords>[0] & { before?: ReactNode; children?: ReactNode }) => (
  <div className="row">
    {before}
    <RowWords {...words} />
    {children}
  </div>
)

/** The place of rows that are loading, or the problem that keeps them away. */
export const WaitingRows = ({ query, rows = 1 }: { query: Waited; rows?: number }) => (
  <Waiting query={query}>
    {Array.from({ length: rows }, (_, row) => (
      <RowSkeleton key={row} />
    ))}
  </Waiting>
)

/** The place of a row that is loading. */
export const RowSkeleton = () => (
  <div className="row">
    <Skeleton h={38} />
  </div>
)

/** The last row of a list with more pages. */
export const MoreRow = ({ query, label }: { query: MorePages; label: string }) =>
  query.hasNextPage && (
    <div className="row">
      <ShowMore query={query} label={label} fullWidth />
    </div>
  )

/** The state of a record in a word. */
export const Tag = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)

/** When something was used last. */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    'never used'
  ) : (
    <>
      used <When at={at} />
    </>
  )
