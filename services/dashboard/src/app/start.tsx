import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { styleNonce } from '../platform/page-facts.ts'
import { App } from './app.tsx'

// Libraries that write style elements of their own take the page's nonce from here.
if (styleNonce !== '') setNonce(styleNonce)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
