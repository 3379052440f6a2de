/** A refusal with a status of its own, in the network's shape. */
export class ForumHttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }

  body(): object {
    return { message: this.message, error: this.status }
  }
}

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

/** A refusal inside an answer with status 200: a triple of `json.errors`. */
export class ForumListedError extends Error {
  readonly code: string
  readonly field: string
  readonly ratelimit: number | undefined

  constructor(code: string, field: string, more: { message?: string; ratelimit?: number | undefined } = {}) {
    super(more.message ?? words[code] ?? code)
    this.code = code
    this.field = field
    this.ratelimit = more.ratelimit
  }

  body(): object {
    const errors = [[this.code, this.message, this.field]]
    return { json: this.ratelimit === undefined ? { errors } : { ratelimit: this.ratelimit, errors } }
  }
}
