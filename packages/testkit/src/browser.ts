export { type Browser, findBrowser } from './find-browser.ts'
export { installBrowser } from './install-browser.ts'
