import { Button, Group, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { InvoiceDocument } from './document.tsx'
import type { InvoiceSheet } from './document-sheet.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import classes from './view.module.css'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))

const views = [
  { value: undefined, label: 'Document' },
  { value: 'pdf', label: 'PDF' },
] as const

interface DocumentViewsProps {
  readonly sheet: InvoiceSheet
  readonly pdf: string
  /** The name of the downloaded file, without its ending. */
  readonly name: string
  /** Changes if the PDF does. */
  readonly version: string
  readonly view: InvoicesSearch['view']
  readonly onView: (view: InvoicesSearch['view']) => void
  /** More controls. */
  readonly children?: ReactNode
}

/** Shows a document on the page or as its PDF, and offers the PDF as a file. */
export const DocumentViews = ({
  sheet,
  pdf,
  name,
  version,
  view,
  onView,
  children,
}: DocumentViewsProps) => (
  <>
    <Group gap={8} mb={12}>
      <fieldset className="plain-group" aria-label="Show">
        <Button.Group>
          {views.map(({ value, label }) => (
            <Button
              key={label}
              variant={value === view ? 'light' : 'default'}
              aria-pressed={value === view}
              onClick={() => onView(value)}
            >
              {label}
            </Button>
          ))}
        </Button.Group>
      </fieldset>
      <Button
        component="a"
        href={pdf}
        download={`${name}.pdf`}
        variant="default"
        ml="auto"
        aria-label="Download"
      >
        <IconDownload size={16} aria-hidden />
        <span className={classes.download}>Download</span>
      </Button>
      {children}
    </Group>
    {view === 'pdf' ? (
      <Suspense fallback={<Skeleton h={600} radius="lg" />}>
        <PdfView key={version} url={pdf} name={name} />
      </Suspense>
    ) : (
      <InvoiceDocument sheet={sheet} label="Document" />
    )}
  </>
)
