export { answerMessage, answerNotFound, answerPage, answerUnavailable } from './answer-page.ts'
export { type Html, html } from './html.ts'
export { pageWords } from './page-words.ts'
export {
  type PageOwner,
  type PublicPage,
  picturePath,
  publicPath,
  renderPublicPage,
  shortenText,
} from './public-page.ts'
export { addSiteFooter } from './site-footer.ts'
export {
  noticeText,
  problemText,
  quoteForm,
  type Typed,
  visitorFields,
} from './visitor-form.ts'
export { type VisitorWords, visitorWords } from './visitor-words.ts'
