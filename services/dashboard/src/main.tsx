import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './app/global.css'
// Import the shared classes before each page's rules, because the page rules refine them.
import './ui/frame.css'
import './ui/text.css'
import './ui/shapes.css'
import { config } from 'zod'

// Without this, zod tests if it may compile code. The page's policy blocks the test and reports it.
// Schemas read the setting when they are created, so everything else is imported afterwards.
config({ jitless: true })
void import('./app/start.tsx')
