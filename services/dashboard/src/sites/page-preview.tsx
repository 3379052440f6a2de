import type { TemplateVariable } from '@atrium/contracts'
import { SegmentedControl } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { buildPage } from './build-page.ts'
import classes from './preview.module.css'

interface Previewed {
  readonly title: string
  readonly markup: string
  readonly variables: readonly TemplateVariable[]
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Shows a page as visitors see it, in a frame without an origin. An error is shown above the last
 * valid page.
 */
export function PagePreview(page: Previewed) {
  const { title, markup, variables, values } = useDeferredValue(page)
  const { html, problem } = useMemo(
    () => buildPage(title, { markup, variables }, values),
    [title, markup, variables, values],
  )
  const frame = useRef<HTMLIFrameElement>(null)
  const [width, setWidth] = useState<'wide' | 'phone'>('wide')
  const show = () => {
    // The frame has no origin to name as the target. It accepts a page only from its parent window.
    if (html !== null) frame.current?.contentWindow?.postMessage({ html }, '*')
  }
  useEffect(show, [html])
  return (
    <section className={`column ${classes.preview}`} aria-label="Preview">
      <div className={`line ${classes.bar}`}>
        <span className="bold">Preview</span>
        {problem !== null && (
          <span className="grow quiet bad" role="status">
            {problem}
          </span>
        )}
        <SegmentedControl
          size="xs"
          ml="auto"
          aria-label="Width of the preview"
          value={width}
          onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'wide')}
          data={[
            { value: 'wide', label: 'Wide' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
      </div>
      <div style={{ display: 'flex', flex: 1, justifyContent: 'center' }}>
        <iframe
          ref={frame}
          className={classes.frame}
          data-width={width}
          title="Preview of the page"
          src="/page-preview"
          sandbox="allow-scripts"
          onLoad={show}
        />
      </div>
    </section>
  )
}
