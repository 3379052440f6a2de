import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly back?: ReactNode
  readonly field?: ReactNode
  /** True if the controls are too many to stand beside the title of a narrow page. */
  readonly below?: boolean
  readonly children?: ReactNode
}

/** The head of a page; its title is also that of the window, and a `field` that edits it stands in its place. */
export function PageHeader({ title, back, field, below = false, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
  return (
    <header className={`line ${classes.header}`}>
      {back}
      <h1 className={field === undefined ? `title clipped ${classes.title}` : 'hidden'}>{title}</h1>
      {field}
      <div className={`line ${classes.actions}`} data-below={below}>
        {children}
      </div>
    </header>
  )
}

interface PageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A page of one column: its head with its actions, and its content. */
export const Page = ({ title, actions, children }: PageProps) => (
  <>
    <PageHeader title={title}>{actions}</PageHeader>
    <div className="page">{children}</div>
  </>
)

/** The button in the head of a list that begins a new record. */
export const NewButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
