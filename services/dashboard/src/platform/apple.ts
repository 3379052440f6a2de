/** True if the keyboard has the ⌘ key. */
export const apple = /mac|iphone|ipad/i.test(navigator.userAgent)
