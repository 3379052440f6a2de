import { Box, Group, Skeleton } from '@mantine/core'
import { type Icon, IconLock } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { type MorePages, ShowMore } from '../ui/page/show-more.tsx'
import { type Waited, Waiting } from '../ui/page/waiting.tsx'
import { When } from '../ui/when.tsx'
import classes from './settings.module.css'
import { useRole } from './use-role.ts'

interface SectionProps {
  /** The section's anchor in the page's address. */
  readonly anchor?: string
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly danger?: boolean
  /** True if the section has no card around its children. */
  readonly plain?: boolean
  readonly children: ReactNode
}

export function Section({
  anchor,
  title,
  lead,
  action,
  danger = false,
  plain = false,
  children,
}: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={classes.section} aria-labelledby={id}>
      <Group gap={16} align="flex-end" mb={12}>
        <Box flex="1 1 200px" miw={0}>
          <h2 id={id} className="title">
            {title}
          </h2>
          {lead !== undefined && (
            <p className="quiet" style={{ margin: '2px 0 0' }}>
              {lead}
            </p>
          )}
        </Box>
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

/** Shows a quiet note. Set `flush` in a dialog, where the layout already adds the space. */
export const Note = ({ icon: Glyph, role, flush = false, children }: NoteProps) => (
  <Box className="muted sunken note" component="p" mb={flush ? 0 : 24} role={role}>
    <Glyph size={16} aria-hidden />
    <span>{children}</span>
  </Box>
)

/** Tells members who cannot change these settings why. Renders nothing for admins. */
export function OnlyAdmins({ children }: { children: ReactNode }) {
  const { isAdmin } = useRole()
  return isAdmin ? null : <Note icon={IconLock}>{children}</Note>
}

interface RowWordsProps {
  readonly label?: ReactNode
  /** True if the label is a record name, which is cut off when it is too long. */
  readonly named?: boolean
  readonly hint?: ReactNode
  readonly title?: string | undefined
  /** Shown below the hint. */
  readonly more?: ReactNode
}

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

/** A row with its texts. `before` is shown in front of them, `children` behind. */
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

/** Shows placeholder rows while a query loads, or its error. */
export const WaitingRows = ({ query, rows = 1 }: { query: Waited; rows?: number }) => (
  <Waiting query={query}>
    {Array.from({ length: rows }, (_, row) => (
      <RowSkeleton key={row} />
    ))}
  </Waiting>
)

export const RowSkeleton = () => (
  <div className="row">
    <Skeleton h={38} />
  </div>
)

interface RecordSectionProps<R> extends Omit<SectionProps, 'plain' | 'children'> {
  readonly query: Waited | (Waited & MorePages)
  readonly records: readonly R[] | undefined
  /** The number of placeholder rows while the list loads. */
  readonly rows?: number
  /** Shown if there is no record. A text is shown as a row, an element without the card. */
  readonly empty: string | ReactElement
  /** Shown above the rows, for example the filters. */
  readonly above?: ReactNode
  /** The label of the button for the next page. */
  readonly more?: string
  readonly row: (record: R) => ReactNode
}

/** Lists records in a section. */
export function RecordSection<R>({
  query,
  records = [],
  rows = 1,
  empty,
  above,
  more = 'Show older ones',
  row,
  ...section
}: RecordSectionProps<R>) {
  const isEmpty = query.data !== undefined && records.length === 0
  return (
    <Section {...section} plain={isEmpty && typeof empty !== 'string'}>
      {above}
      <WaitingRows query={query} rows={rows} />
      {isEmpty && (typeof empty === 'string' ? <Row hint={empty} /> : empty)}
      {records.map(row)}
      {'hasNextPage' in query && query.hasNextPage && <MoreRow query={query} label={more} />}
    </Section>
  )
}

const MoreRow = ({ query, label }: { query: MorePages; label: string }) => (
  <div className="row">
    <ShowMore query={query} label={label} fullWidth />
  </div>
)

export const Tag = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {children}
  </span>
)

export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    'never used'
  ) : (
    <>
      used <When at={at} />
    </>
  )
