import { Refusal } from '../refusal.ts'

/** Returns an error with its own status, in the network's shape. */
export const httpRefusal = (
  status: number,
  message: string,
  headers?: Record<string, string>,
): Refusal => new Refusal(status, { message, error: status }, headers)

const words: Readonly<Record<string, string>> = {
  SUBREDDIT_REQUIRED: 'you must specify a subreddit',
  SUBREDDIT_NOEXIST: "that subreddit doesn't exist",
  SUBREDDIT_NOTALLOWED: "you aren't allowed to post there.",
  NO_TEXT: 'we need something here',
  TOO_LONG: 'this is too long',
  INVALID_OPTION: 'that option is not valid',
  NO_SELFS: "that subreddit doesn't allow text posts",
  NO_LINKS: 'that subreddit only allows text posts',
  NO_IMAGES: "that subreddit doesn't allow images",
  NO_VIDEOS: "that subreddit doesn't allow videos",
  MISSING_VIDEO_URLS: 'Missing video urls',
  NO_URL: 'a url is required',
  BAD_URL: 'you should check that url',
  ALREADY_SUB: 'that link has already been submitted',
  SUBMIT_VALIDATION_FLAIR_REQUIRED: 'Your post must contain post flair.',
  NO_THING_ID: 'id not specified',
  DELETED_LINK: 'the link you are commenting on has been deleted',
  THREAD_LOCKED: 'Comments are locked.',
}

/** Returns an error inside a response with status 200: a triple in `json.errors`. */
export const listedRefusal = (
  code: string,
  field: string,
  { message = words[code] ?? code, ...more }: { message?: string; ratelimit?: number } = {},
): Refusal => new Refusal(200, { json: { ...more, errors: [[code, message, field]] } })
