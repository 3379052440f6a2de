import { Skeleton } from '@mantine/core'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerSrc from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../ui/feedback/problem.tsx'
import classes from './pdf.module.css'

GlobalWorkerOptions.workerSrc = workerSrc

/**
 * Shows a PDF file as pictures, because phone browsers and hardened browsers do not show a PDF
 * inside a page.
 */
export function PdfView({ url, name }: { url: string; name: string }) {
  const [attempt, setAttempt] = useState(0)
  const [file, setFile] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    // WebAssembly is only needed for image formats that invoices do not use, and it would need a
    // less strict Content Security Policy.
    const task = getDocument({
      url,
      withCredentials: true,
      useWasm: false,
      disableWorkerRendering: true,
    })
    task.promise.then(setFile, (reason: unknown) => {
      if (!task.destroyed) setError(reason)
    })
    return () => {
      setFile(undefined)
      setError(null)
      void task.destroy()
    }
  }, [url, attempt])
  if (error !== null) return <Problem error={error} onRetry={() => setAttempt(attempt + 1)} />
  if (file === undefined) return <Skeleton className={classes.page} />
  return Array.from({ length: file.numPages }, (_, index) => (
    <PdfPage
      key={index}
      file={file}
      number={index + 1}
      label={`${name}, page ${index + 1} of ${file.numPages}`}
    />
  ))
}

/** Draws a PDF page when it comes near the viewport. */
function PdfPage({
  file,
  number,
  label,
}: {
  file: PDFDocumentProxy
  number: number
  label: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (target === null) return undefined
    let cancel = () => {}
    const draw = async () => {
      const page = await file.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      const scale = (target.clientWidth * Math.min(window.devicePixelRatio, 2)) / width
      const viewport = page.getViewport({ scale: Math.max(scale, 1) })
      target.width = viewport.width
      target.height = viewport.height
      const drawing = page.render({ canvas: target, viewport })
      cancel = () => drawing.cancel()
      await drawing.promise
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        observer.disconnect()
        // If the page is left before it is drawn, the drawing is cancelled. That is not an error.
        draw().catch(() => undefined)
      },
      { rootMargin: '100%' },
    )
    observer.observe(target)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [file, number])
  return <canvas ref={canvas} role="img" aria-label={label} className={classes.page} />
}
