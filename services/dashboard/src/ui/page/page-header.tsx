import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly back?: ReactNode
  readonly field?: ReactNode
  /** True if a narrow page has no room for the controls next to the title. */
  readonly below?: boolean
  readonly children?: ReactNode
}

/**
 * A page's header. Its title is also the window title. A `field` for editing the title replaces it.
 */
export function PageHeader({ title, back, field, below = false, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
  return (
    <header className={`line firm ${classes.header}`}>
      {back}
      <h1 className={field === undefined ? `title clipped ${classes.title}` : 'hidden'}>{title}</h1>
      {field}
      <div className={`line grow ${classes.actions}`} data-below={below}>
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

export const Page = ({ title, actions, children }: PageProps) => (
  <>
    <PageHeader title={title}>{actions}</PageHeader>
    <div className="page">{children}</div>
  </>
)

export const NewButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
