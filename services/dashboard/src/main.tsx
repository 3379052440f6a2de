import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './app/global.css'
// The classes of all pages stand before the rules of each page, which refine them.
import './ui/frame.css'
import './ui/text.css'
import './ui/shapes.css'
import { config } from 'zod'

// zod would try whether it may compile code, which the policy of the page refuses and reports. Schemas read this when they
// are made, so everything else is loaded afterwards.
config({ jitless: true })
void import('./app/start.tsx')
