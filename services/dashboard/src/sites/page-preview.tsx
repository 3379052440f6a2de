import type { TemplateVariable } from '@atrium/contracts'
import { MarkupError, RenderError, renderPage } from '@atrium/site-page'
import { Box, Group, SegmentedControl } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { apiOrigin } from '../platform/page-facts.ts'
import { PreviewFrame } from '../ui/page/preview-frame.tsx'

/**
 * Renders a page as the publication does. Returns the page or a description of the error, and null
 * for the other.
 */
function buildPage(
  title: string,
  template: { readonly variables: readonly TemplateVariable[]; readonly markup: string },
  values: Readonly<Record<string, unknown>>,
): { readonly html: string | null; readonly problem: string | null } {
  try {
    return { html: renderPage(apiOrigin, title, template, values), problem: null }
  } catch (error) {
    if (!(error instanceof MarkupError || error instanceof RenderError)) throw error
    return { html: null, problem: error.message }
  }
}

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
  const [width, setWidth] = useState<'wide' | 'phone'>('wide')
  return (
    <Box
      className="column"
      component="section"
      mih={480}
      bd="1px solid var(--line)"
      bdrs={12}
      bg="var(--sunken)"
      style={{ overflow: 'hidden' }}
      aria-label="Preview"
    >
      <Group
        className="firm"
        gap={12}
        mih={44}
        p="4px 8px 4px 16px"
        bg="var(--raised)"
        wrap="nowrap"
        style={{ borderBottom: '1px solid var(--line)' }}
      >
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
      </Group>
      <div style={{ display: 'flex', flex: 1, justifyContent: 'center' }}>
        <PreviewFrame
          html={html}
          style={{ width: width === 'phone' ? 'min(390px, 100%)' : '100%', border: 0 }}
          title="Preview of the page"
        />
      </div>
    </Box>
  )
}
