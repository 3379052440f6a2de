import { type IframeHTMLAttributes, useEffect, useRef } from 'react'

/**
 * Shows HTML as its readers see it, in a frame without an origin that runs no script. If `html` is
 * null, the frame keeps what it shows.
 */
export function PreviewFrame({
  html,
  style,
  ...attributes
}: { html: string | null; title: string } & IframeHTMLAttributes<HTMLIFrameElement>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    // The frame has no origin to name as the target. It accepts a page only from its parent window.
    if (html !== null) frame.current?.contentWindow?.postMessage({ html }, '*')
  }
  useEffect(show, [html])
  return (
    <iframe
      ref={frame}
      src="/page-preview"
      sandbox="allow-scripts"
      onLoad={show}
      {...attributes}
      style={{ width: '100%', background: '#fff', colorScheme: 'light', ...style }}
    />
  )
}
